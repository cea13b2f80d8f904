/** Pictures of people, and those in descriptions and comments (docs/service.md#images). */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { TaskImageAsset, type TaskImageFile, type TaskImageStored, TaskImageUpload } from '../records.ts';

export const imageEndpoints = (http: Http) => ({
  /** PUT /task/image-upload/{id}: where to put the bytes; lives 300 s. 503 without object storage. */
  requestTaskImageUpload: (taskId: string, body: TaskImageFile) =>
    http.request({ method: 'PUT', path: `/task/image-upload/${part(taskId)}`, body, schema: TaskImageUpload }),

  /** POST /task/image-upload/{id}/finalize: once the bytes are there. */
  finalizeTaskImageUpload: (taskId: string, body: TaskImageStored) =>
    http.request({ method: 'POST', path: `/task/image-upload/${part(taskId)}/finalize`, body, schema: TaskImageAsset }),

  /** GET of a person's picture: `image` of a member, where that is an address below the API root. */
  downloadPersonPicture: (path: string, maxBytes: number) => http.download({ method: 'GET', path, maxBytes }, 'image/'),

  /** PUT of the bytes to the `uploadUrl` of an upload, with its headers and no credential. */
  uploadBytes: http.upload,
});
