"""A pointer and a keyboard for a wlroots compositor, kept for as long as this runs.

Reads one JSON list a line from standard input, such as ["move", 10, 20], ["click", 10, 20, 1], ["key", "Control_L", "a"] and
["type", "text"], and answers each with "ok" or what went wrong. Speaks the wire protocol itself: virtual-keyboard-unstable-v1
and wlr-virtual-pointer-unstable-v1. The arguments are the width and height of the screen.
"""

import array
import json
import os
import socket
import struct
import sys
import time

WIDTH, HEIGHT = int(sys.argv[1]), int(sys.argv[2])

# Codes of Linux's input-event-codes.h, which are the X11 key codes minus 8.
CODES = {
    "Escape": 1, "minus": 12, "equal": 13, "BackSpace": 14, "Tab": 15, "bracketleft": 26, "bracketright": 27, "Return": 28,
    "Control_L": 29, "semicolon": 39, "apostrophe": 40, "grave": 41, "Shift_L": 42, "backslash": 43, "comma": 51, "period": 52,
    "slash": 53, "Alt_L": 56, "space": 57, "Super_L": 125, "Up": 103, "Left": 105, "Right": 106, "Down": 108, "Delete": 111,
    "F4": 62,
}
for start, letters in ((16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm"), (2, "1234567890")):
    for index, letter in enumerate(letters):
        CODES[letter] = start + index
TYPED = {" ": ("space", False), "-": ("minus", False), ".": ("period", False), ",": ("comma", False), "/": ("slash", False),
         "#": ("3", True), "!": ("1", True), "@": ("2", True), "+": ("equal", True), "\n": ("Return", False)}
MODIFIERS = {"Shift_L": 1, "Control_L": 4, "Alt_L": 8, "Super_L": 64}
BUTTONS = {1: 0x110, 3: 0x111}
KEYMAP = """xkb_keymap {
  xkb_keycodes { include "evdev+aliases(qwerty)" };
  xkb_types { include "complete" };
  xkb_compat { include "complete" };
  xkb_symbols { include "pc+us+inet(evdev)" };
};"""


class Connection:
    """The few messages that are needed. Every object that this side makes gets the next number."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))
        self.last = 1
        self.received = b""

    def new(self):
        self.last += 1
        return self.last

    def send(self, target, opcode, payload=b"", fd=None):
        message = struct.pack("=IHH", target, opcode, 8 + len(payload)) + payload
        control = [] if fd is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [fd]))]
        self.socket.sendmsg([message], control)

    def roundtrip(self):
        """Gives every event that came before the answer to a sync."""
        callback = self.new()
        self.send(1, 0, struct.pack("=I", callback))
        events = []
        while True:
            while len(self.received) >= 8:
                target, opcode, size = struct.unpack("=IHH", self.received[:8])
                if len(self.received) < size:
                    break
                payload, self.received = self.received[8:size], self.received[size:]
                if target == callback:
                    return events
                if target == 1 and opcode == 0:
                    raise RuntimeError(f"The compositor refuses: {payload!r}")
                events.append((target, opcode, payload))
            data = self.socket.recv(65536)
            if not data:
                raise RuntimeError("The compositor closed the connection")
            self.received += data


def text(value):
    data = value.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


connection = Connection()
registry = connection.new()
connection.send(1, 1, struct.pack("=I", registry))
offered = {}
for target, opcode, payload in connection.roundtrip():
    if target == registry and opcode == 0:
        name, length = struct.unpack("=II", payload[:8])
        offered[payload[8:8 + length - 1].decode()] = name


def bind(interface, version):
    made = connection.new()
    connection.send(registry, 0, struct.pack("=I", offered[interface]) + text(interface) + struct.pack("=II", version, made))
    return made


seat = bind("wl_seat", 1)
keyboards = bind("zwp_virtual_keyboard_manager_v1", 1)
pointers = bind("zwlr_virtual_pointer_manager_v1", 1)
keyboard = connection.new()
connection.send(keyboards, 0, struct.pack("=II", seat, keyboard))
keymap = os.memfd_create("keymap")
os.write(keymap, KEYMAP.encode() + b"\0")
connection.send(keyboard, 0, struct.pack("=II", 1, len(KEYMAP) + 1), keymap)
pointer = connection.new()
connection.send(pointers, 0, struct.pack("=II", seat, pointer))
connection.roundtrip()


def now():
    return int(time.monotonic() * 1000) & 0xFFFFFFFF


def move(x, y):
    connection.send(pointer, 1, struct.pack("=IIIII", now(), int(x), int(y), WIDTH, HEIGHT))
    connection.send(pointer, 4)
    connection.roundtrip()


def click(x, y, button=1):
    move(x, y)
    time.sleep(0.15)
    for state in (1, 0):
        connection.send(pointer, 2, struct.pack("=III", now(), BUTTONS[button], state))
        connection.send(pointer, 4)
        connection.roundtrip()
        time.sleep(0.06)


def press(names):
    """Presses keys in their order and lets them go in the other."""
    held = 0
    for name, state in [(name, 1) for name in names] + [(name, 0) for name in reversed(names)]:
        connection.send(keyboard, 1, struct.pack("=III", now(), CODES[name], state))
        if name in MODIFIERS:
            held = held | MODIFIERS[name] if state else held & ~MODIFIERS[name]
            connection.send(keyboard, 2, struct.pack("=IIII", held, 0, 0, 0))
        connection.roundtrip()
        time.sleep(0.02)


def write(letters):
    for letter in letters:
        name, shifted = TYPED.get(letter, (letter.lower(), letter.isupper()))
        press(["Shift_L", name] if shifted else [name])
        time.sleep(0.02)


print("ready", flush=True)
for line in sys.stdin:
    verb, *rest = json.loads(line)
    try:
        if verb == "move":
            move(*rest)
        elif verb == "click":
            click(*rest)
        elif verb == "key":
            press(rest)
        elif verb == "type":
            write(rest[0])
        else:
            raise ValueError(f"no such thing to do: {verb}")
        print("ok", flush=True)
    except (KeyError, ValueError) as error:
        print(f"{type(error).__name__}: {error}", flush=True)
