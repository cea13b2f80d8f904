# What the installer of Windows puts into the person's own registry and folders beside the program, and what the uninstaller
# takes away again. electron-builder's script includes it. An update runs the uninstaller of the old version, too: everything
# that a person switched on has to survive that.

!include LogicLib.nsh

# electron/desktop/system/app-id.ts has the same one.
!define TOAST_ACTIVATOR_ID "{7C1E6F52-3B0D-4E4A-9C55-0A6B3F1D8E27}"
!define CLASSES "Software\Classes"
!define CURRENT_VERSION "Software\Microsoft\Windows\CurrentVersion"
# A folder of the person's own that Windows puts on PATH.
!define ON_PATH "$LOCALAPPDATA\Microsoft\WindowsApps"

!macro customInstall
  # A click on a notification finds the app by this class, whether it runs or not.
  WriteRegStr HKCU "${CLASSES}\AppUserModelId\${APP_ID}" "DisplayName" "${PRODUCT_NAME}"
  WriteRegStr HKCU "${CLASSES}\AppUserModelId\${APP_ID}" "CustomActivator" "${TOAST_ACTIVATOR_ID}"
  WriteRegStr HKCU "${CLASSES}\CLSID\${TOAST_ACTIVATOR_ID}\LocalServer32" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}"'

  # `punchcard` in a terminal. The path is left to the terminal to expand: a batch file is read in another code page than this
  # script is written in.
  ${If} ${FileExists} "${ON_PATH}\*.*"
    FileOpen $0 "${ON_PATH}\punchcard.cmd" w
    FileWrite $0 '@"%LOCALAPPDATA%\Programs\${APP_FILENAME}\bin\punchcard.exe" %*$\r$\n'
    FileClose $0
  ${EndIf}
!macroend

!macro customUnInstall
  ${IfNot} ${isUpdated}
    # The links and the start with the session, which the app switches on by itself. Another program may have taken the links.
    ReadRegStr $0 HKCU "${CLASSES}\punchcard\shell\open\command" ""
    StrLen $1 '"$INSTDIR\'
    StrCpy $0 $0 $1
    ${If} $0 == '"$INSTDIR\'
      DeleteRegKey HKCU "${CLASSES}\punchcard"
    ${EndIf}
    DeleteRegValue HKCU "${CURRENT_VERSION}\Run" "${APP_ID}"
    DeleteRegValue HKCU "${CURRENT_VERSION}\Explorer\StartupApproved\Run" "${APP_ID}"

    DeleteRegKey HKCU "${CLASSES}\AppUserModelId\${APP_ID}"
    DeleteRegKey HKCU "${CLASSES}\CLSID\${TOAST_ACTIVATOR_ID}"
    Delete "${ON_PATH}\punchcard.cmd"
  ${EndIf}
!macroend
