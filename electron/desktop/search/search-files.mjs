/**
 * The files by which GNOME and KDE find Punchcard's search, and D-Bus the program to start for it. Only system packages install them,
 * because GNOME reads no folder of a person. Plain JavaScript, because the app (desktop-search.ts) and the packager
 * (build/shell-files.mjs) both import it. Pure.
 */
import { comment, iconName } from '../system/menu-entry.mjs';

/** The name that the app owns on the session's bus. */
export const BUS_NAME = 'io.github.punchcard.Punchcard';
export const GNOME_PATH = '/io/github/punchcard/Punchcard/SearchProvider';
export const KRUNNER_PATH = '/io/github/punchcard/Punchcard/Runner';

/**
 * By place in a package: the content.
 * @param {string} program its path, which D-Bus needs in full
 * @returns {Record<string, string>}
 */
export const searchFiles = (program) => ({
  [`/usr/share/dbus-1/services/${BUS_NAME}.service`]: `[D-BUS Service]
Name=${BUS_NAME}
Exec=${program} --hidden
`,
  [`/usr/share/gnome-shell/search-providers/${BUS_NAME}.search-provider.ini`]: `[Shell Search Provider]
DesktopId=${BUS_NAME}.desktop
BusName=${BUS_NAME}
ObjectPath=${GNOME_PATH}
Version=2
`,
  // KRunner asks from the third letter on, so that “a” does not search.
  [`/usr/share/krunner/dbusplugins/${BUS_NAME}.desktop`]: `[Desktop Entry]
Type=Service
Name=Punchcard
Comment=${comment.Comment}
Comment[de]=${comment['Comment[de]']}
Icon=${iconName}
X-KDE-ServiceTypes=Plasma/Runner
X-KDE-PluginInfo-Name=${BUS_NAME}
X-KDE-PluginInfo-EnabledByDefault=true
X-Plasma-API=DBus
X-Plasma-DBusRunner-Service=${BUS_NAME}
X-Plasma-DBusRunner-Path=${KRUNNER_PATH}
X-Plasma-Request-Actions-Once=true
X-Plasma-Runner-Min-Letter-Count=3
`,
});
