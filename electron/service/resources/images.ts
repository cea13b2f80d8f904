/** Images of people, and in descriptions and comments (docs/service.md#images). */
import { type Http, segment } from '../http.ts';
import { TaskImageAsset, type TaskImageFile, type TaskImageStored, TaskImageUpload } from './tasks.ts';

export const imageEndpoints = (http: Http) => ({
  /** Returns the upload address, valid for 300 s. 503 without object storage. */
  requestTaskImageUpload: (taskId: string, body: TaskImageFile) =>
    http.put(`/task/image-upload/${segment(taskId)}`, TaskImageUpload, { body }),

  finalizeTaskImageUpload: (taskId: string, body: TaskImageStored) =>
    http.post(`/task/image-upload/${segment(taskId)}/finalize`, TaskImageAsset, { body }),

  /** GET of a member's `image`, if that is a path below the API root. */
  downloadPersonPicture: (path: string, maxBytes: number) => http.download({ method: 'GET', path, maxBytes }, 'image/'),

  /** PUT of the bytes to an `uploadUrl`, with its headers and without the credential. */
  uploadBytes: http.upload,
});
