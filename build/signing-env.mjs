/**
 * The signing variables of the environment. CI passes an unset secret as an empty string, which electron-builder takes for a
 * certificate in the file ''.
 */

const names = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'];

/**
 * Removes empty variables, so that nothing is signed.
 * @param {NodeJS.ProcessEnv} env is changed
 */
export function dropEmptyCertificates(env) {
  for (const name of names) if (env[name]?.trim() === '') delete env[name];
}
