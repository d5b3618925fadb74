import type { Region } from '@parlance/contract/lib/regions'
import { z } from 'zod'
import type { S3Place, S3Settings } from '../lib/settings.ts'

const endpoint = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional()
const bucket = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket')
  .optional()

export const storageEnv = {
  S3_BUCKET_EU: bucket,
  S3_BUCKET_NA: bucket,
  S3_ENDPOINT: endpoint,
  S3_ENDPOINT_EU: endpoint,
  S3_ENDPOINT_NA: endpoint,
  S3_REGION_EU: z.string().default('eu-central-1'),
  S3_REGION_NA: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_DIRECT_DOWNLOADS: z.enum(['0', '1']).default('0'),
  WORKSPACE_FILES_MB: z.coerce.number().int().min(1).max(10_000_000).default(2000),
}
const Storage = z.object(storageEnv)
type StorageEnv = z.infer<typeof Storage>

function placeOf(env: StorageEnv, suffix: 'EU' | 'NA'): S3Place | undefined {
  const name = env[`S3_BUCKET_${suffix}`]
  if (name === undefined) return undefined
  const url = env[`S3_ENDPOINT_${suffix}`] ?? env.S3_ENDPOINT
  return { bucket: name, region: env[`S3_REGION_${suffix}`], ...(url === undefined ? {} : { endpoint: url }) }
}

/** Undefined when files are stored on disk. */
export function storageSettings(env: StorageEnv): S3Settings | undefined {
  const [eu, na] = [placeOf(env, 'EU'), placeOf(env, 'NA')]
  if (!eu && !na) return undefined
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  return {
    places: { ...(eu && { eu }), ...(na && { na }) },
    ...(accessKeyId && secretAccessKey && { keys: { accessKeyId, secretAccessKey } }),
    ...(env.S3_DIRECT_DOWNLOADS === '1' && { direct: true }),
  }
}

/** Either every region has its own bucket or none has. */
export function checkStorage(env: StorageEnv & { readonly REGIONS: readonly Region[] }, issues: z.RefinementCtx): void {
  const say = (name: string, message: string) => issues.addIssue({ code: 'custom', path: [name], message })
  if ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined))
    say('S3_SECRET_ACCESS_KEY', 'and S3_ACCESS_KEY_ID go together')
  const { eu, na } = storageSettings(env)?.places ?? {}
  if (!eu && !na) return
  for (const region of env.REGIONS)
    if (!(region === 'eu' ? eu : na))
      say(`S3_BUCKET_${region.toUpperCase()}`, 'is needed: files of another region have a bucket already')
  if (eu && na && eu.bucket === na.bucket && eu.endpoint === na.endpoint)
    say('S3_BUCKET_NA', 'is the bucket of eu: files of a region lie in a bucket of its own')
}
