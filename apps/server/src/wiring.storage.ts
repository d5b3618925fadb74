// Where files lie: at stores that speak S3 where they are configured, on this machine's disk otherwise.
import { createS3Storage } from './adapters/s3/s3.ts'
import type { Settings } from './platform/settings.ts'
import { createDiskStorage } from './platform/storage/disk.ts'
import type { Storage } from './platform/storage/storage.ts'

export function wireStorage({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): {
  readonly storage: Storage
  readonly closeStorage: () => Promise<void>
} {
  if (!s3) return { storage: createDiskStorage(dataDir), closeStorage: async () => {} }
  const storage = createS3Storage(s3)
  return { storage, closeStorage: storage.close }
}
