// Where files lie: at stores that speak S3 where they are configured, on this machine's disk otherwise.
import { createS3Storage } from './adapters/s3/s3.ts'
import { createTrash, type Trash } from './modules/trash/service.ts'
import type { Settings } from './lib/settings.ts'
import { createVault } from './lib/crypto.ts'
import { createDiskStorage } from './lib/storage/disk.ts'
import { createSignedAddresses, type SignedAddresses } from './lib/storage/signed.ts'
import type { Storage } from './lib/storage/storage.ts'

export function wireStorage({
  s3,
  dataDir,
  masterKey,
  previousMasterKeys,
}: Pick<Settings, 's3' | 'dataDir' | 'masterKey' | 'previousMasterKeys'>): {
  readonly storage: Storage
  /** Holds files of what was deleted, until it is gone for good. */
  readonly trash: Trash
  /** Read by what hands files out. */
  readonly signedAddresses: SignedAddresses
  readonly closeStorage: () => Promise<void>
} {
  const signedAddresses = createSignedAddresses(createVault(masterKey, previousMasterKeys))
  const s3Storage = s3 && createS3Storage(s3, signedAddresses)
  const storage = s3Storage ?? createDiskStorage(dataDir, signedAddresses)
  const closeStorage = s3Storage?.close ?? (async () => {})
  return { storage, trash: createTrash({ storage }), signedAddresses, closeStorage }
}
