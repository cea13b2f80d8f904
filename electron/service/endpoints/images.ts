/** Images of people, and in descriptions and comments (docs/service.md#images). */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { TaskImageAsset, type TaskImageFile, type TaskImageStored, TaskImageUpload } from '../records.ts';

export const imageEndpoints = (http: Http) => ({
  /** PUT /task/image-upload/{id}: returns the upload address, valid for 300 s. 503 without object storage. */
  requestTaskImageUpload: (taskId: string, body: TaskImageFile) =>
    http.request({ method: 'PUT', path: `/task/image-upload/${part(taskId)}`, body, schema: TaskImageUpload }),

  /** POST /task/image-upload/{id}/finalize: after the upload. */
  finalizeTaskImageUpload: (taskId: string, body: TaskImageStored) =>
    http.request({ method: 'POST', path: `/task/image-upload/${part(taskId)}/finalize`, body, schema: TaskImageAsset }),

  /** GET of a member's `image`, if that is a path below the API root. */
  downloadPersonPicture: (path: string, maxBytes: number) => http.download({ method: 'GET', path, maxBytes }, 'image/'),

  /** PUT of the bytes to an `uploadUrl`, with its headers and without the credential. */
  uploadBytes: http.upload,
});
