/**
 * What signs a package, from the environment. CI hands over a secret that nobody set as an empty text, which electron-builder takes
 * for a certificate in the file ''.
 */

const names = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'];

/**
 * Takes out what is empty: not signing is asked for by leaving it out.
 * @param {NodeJS.ProcessEnv} env is changed
 */
export function dropEmptyCertificates(env) {
  for (const name of names) if (env[name]?.trim() === '') delete env[name];
}
