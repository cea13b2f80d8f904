#!/bin/bash
# A script command for Raycast, which starts the timer. Put it into a folder that Raycast knows, and keep it executable.

# @raycast.schemaVersion 1
# @raycast.title Start Timer
# @raycast.mode compact
# @raycast.packageName Punchcard
# @raycast.icon ⏱️
# @raycast.argument1 { "type": "text", "placeholder": "Task, such as PAY-142; empty: the last one", "optional": true }

PATH="$PATH:/usr/local/bin:/opt/homebrew/bin"
command -v punchcard >/dev/null || punchcard() { /Applications/Punchcard.app/Contents/MacOS/Punchcard "$@"; }

# Raycast shows the last line of the output, also as the error.
punchcard start -- ${1:+"$1"} 2>&1
