// Where files lie: at stores that speak S3 where they are configured, on this machine's disk otherwise.
import { createS3Storage } from './adapters/s3/s3.ts'
import type { Settings } from './platform/settings.ts'
import { createVault } from './platform/crypto.ts'
import { createDiskStorage } from './platform/storage/disk.ts'
import { createSignedAddresses, type SignedAddresses } from './platform/storage/signed.ts'
import type { Storage } from './platform/storage/storage.ts'

export function wireStorage({
  s3,
  dataDir,
  masterKey,
  previousMasterKeys,
}: Pick<Settings, 's3' | 'dataDir' | 'masterKey' | 'previousMasterKeys'>): {
  readonly storage: Storage
  /** Read by what hands files out. */
  readonly signedAddresses: SignedAddresses
  readonly closeStorage: () => Promise<void>
} {
  const signedAddresses = createSignedAddresses(createVault(masterKey, previousMasterKeys))
  if (!s3)
    return { storage: createDiskStorage(dataDir, signedAddresses), signedAddresses, closeStorage: async () => {} }
  const storage = createS3Storage(s3, signedAddresses)
  return { storage, signedAddresses, closeStorage: storage.close }
}
