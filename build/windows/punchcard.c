/*
 * bin\punchcard.exe: the command line of Punchcard on Windows.
 *
 * Punchcard.exe is a program with windows. A terminal does not wait for such a program, cannot show what it prints, and gets an
 * empty line first, which Electron prints at every start. This one belongs to the terminal: it runs ..\Punchcard.exe with the same
 * arguments behind a "--" and the same input, passes on what that prints without the empty line, and ends with its exit code.
 *
 * It needs nothing but kernel32 and the C runtime that is part of Windows.
 */
#include <windows.h>
#include <wchar.h>

#define APP L"\\..\\Punchcard.exe"
#define LONGEST_PATH 32768
#define NOT_STARTED 127

struct stream {
  HANDLE from;
  HANDLE to;
  /* How much of the empty first line has been skipped; -1: nothing is to be skipped any more. */
  int skipped;
};

static BOOL is_console(HANDLE handle) {
  DWORD mode;
  return GetConsoleMode(handle, &mode);
}

static void pass_on(struct stream *stream, const char *bytes, DWORD count) {
  static const char empty_line[] = "\r\n";
  DWORD at = 0;
  while (stream->skipped >= 0 && at < count) {
    if (bytes[at] != empty_line[stream->skipped]) {
      /* Only the carriage return can have been held back. */
      DWORD written;
      if (stream->skipped > 0) WriteFile(stream->to, empty_line, 1, &written, NULL);
      stream->skipped = -1;
    } else {
      at++;
      stream->skipped = stream->skipped == 0 ? 1 : -1;
    }
  }
  while (at < count) {
    DWORD written;
    if (!WriteFile(stream->to, bytes + at, count - at, &written, NULL)) return;
    at += written;
  }
}

/* Never waits. FALSE: there was nothing. */
static BOOL pump(struct stream *stream) {
  char buffer[65536];
  DWORD available = 0;
  DWORD count = 0;
  if (!PeekNamedPipe(stream->from, NULL, 0, NULL, &available, NULL) || available == 0) return FALSE;
  if (available > sizeof buffer) available = sizeof buffer;
  if (!ReadFile(stream->from, buffer, available, &count, NULL) || count == 0) return FALSE;
  pass_on(stream, buffer, count);
  return TRUE;
}

/* What follows the program's own name on its command line, quoted as it was typed. */
static const wchar_t *arguments(void) {
  const wchar_t *at = GetCommandLineW();
  BOOL quoted = FALSE;
  for (; *at != 0 && (quoted || (*at != L' ' && *at != L'\t')); at++) {
    if (*at == L'"') quoted = !quoted;
  }
  while (*at == L' ' || *at == L'\t') at++;
  return at;
}

static BOOL open_pipe(HANDLE *from, HANDLE *inherited) {
  SECURITY_ATTRIBUTES attributes = {sizeof attributes, NULL, TRUE};
  return CreatePipe(from, inherited, &attributes, 0) && SetHandleInformation(*from, HANDLE_FLAG_INHERIT, 0);
}

int main(void) {
  static wchar_t app[LONGEST_PATH + 32];
  static wchar_t command[2 * LONGEST_PATH + 64];
  const wchar_t *typed = arguments();
  struct stream out = {NULL, GetStdHandle(STD_OUTPUT_HANDLE), 0};
  struct stream error = {NULL, GetStdHandle(STD_ERROR_HANDLE), -1};
  STARTUPINFOW startup = {.cb = sizeof startup};
  PROCESS_INFORMATION child;
  UINT codepage = GetConsoleOutputCP();
  BOOL prints = is_console(out.to) || is_console(error.to);
  DWORD code = NOT_STARTED;

  DWORD length = GetModuleFileNameW(NULL, app, LONGEST_PATH);
  wchar_t *name = length == 0 || length >= LONGEST_PATH ? NULL : wcsrchr(app, L'\\');
  if (name == NULL || wcslen(typed) >= LONGEST_PATH) return NOT_STARTED;
  wcscpy(name, APP);
  wcscpy(command, L"\"");
  wcscat(command, app);
  wcscat(command, L"\" ");
  /* Electron does nothing if arguments follow one that looks like a URL, such as "Fix:", unless "--" is before it. Switches are not
     read behind that. */
  if (*typed != 0 && *typed != L'-') wcscat(command, L"-- ");
  wcscat(command, typed);

  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  if (!open_pipe(&out.from, &startup.hStdOutput) || !open_pipe(&error.from, &startup.hStdError)) return NOT_STARTED;
  if (!CreateProcessW(app, command, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child)) {
    static const char message[] = "Punchcard.exe cannot be started.\r\n";
    pass_on(&error, message, sizeof message - 1);
    return NOT_STARTED;
  }
  CloseHandle(startup.hStdOutput);
  CloseHandle(startup.hStdError);
  /* Without a command it is the app that starts, which nobody waits for. */
  if (*typed == 0) return 0;

  /* Punchcard prints UTF-8. */
  if (prints) SetConsoleOutputCP(CP_UTF8);
  /* The end of the pipes is not waited for: an app that the command starts may have inherited them. */
  while (WaitForSingleObject(child.hProcess, 5) == WAIT_TIMEOUT) {
    while (pump(&out) || pump(&error)) continue;
  }
  while (pump(&out) || pump(&error)) continue;
  if (prints) SetConsoleOutputCP(codepage);
  GetExitCodeProcess(child.hProcess, &code);
  return (int)code;
}
