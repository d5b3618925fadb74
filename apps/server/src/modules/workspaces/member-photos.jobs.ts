import type { Job } from '../../lib/jobs/jobs.ts'
import type { OwnerPhotos } from './member-photos.ts'

/** A workspace was made, or the photo of an account has changed. */
export const memberPhotosJobs = (service: OwnerPhotos): Job[] => [
  {
    name: 'workspaces.owner-photo',
    run: (ctx, { workspaceId, userId }) =>
      service.syncPhoto(ctx, typeof userId === 'string' ? { userId } : { workspaceId: String(workspaceId) }),
  },
]
