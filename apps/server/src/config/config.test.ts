import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRoot } from '../lib/db/system-account.ts'
import { loadSettings } from './config.ts'
import { ENV_NAMES, type Env } from './env.ts'

test('reads and checks every setting, and documents it in .env.example', () => {
  const named = (path: string, name: RegExp) =>
    [...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(name)].map(([, found]) => found)
  const read = new Set<string | undefined>(ENV_NAMES)
  const checked = readdirSync(import.meta.dirname)
    .filter((file) => file !== 'env.ts' && !file.includes('.test.'))
    .flatMap((file) => named(file, /^\s*([A-Z][A-Z0-9_]+):/gm))
  expect(new Set(checked)).toEqual(read)
  expect(new Set(named('../../../../.env.example', /^#? ?([A-Z][A-Z0-9_]+)=/gm))).toEqual(read)
})

const modeOf = (path: string) => statSync(path).mode & 0o777

test('keeps the data directory private, and its key readable for the owner only', () => {
  const parent = mkdtempSync(join(tmpdir(), 'parlance-config-'))
  try {
    const dataDir = join(parent, 'data')
    expect(loadSettings({ DATA_DIR: dataDir }).dataDir).toBe(dataDir)
    expect(modeOf(dataDir)).toBe(isRoot() ? 0o711 : 0o700)
    expect(modeOf(join(dataDir, 'master.key'))).toBe(0o600)
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
})

test('reads previous master keys as a list', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'parlance-config-'))
  const [a, b] = ['ab'.repeat(32), 'CD'.repeat(32)]
  try {
    const before = (MASTER_KEY_PREVIOUS?: string) =>
      loadSettings({ DATA_DIR, ...(MASTER_KEY_PREVIOUS === undefined ? {} : { MASTER_KEY_PREVIOUS }) })
        .previousMasterKeys
    expect(before()).toEqual([])
    expect(before(` ${a} ,${b},`)).toEqual([Buffer.from(a, 'hex'), Buffer.from(b, 'hex')])
    for (const wrong of ['ab', `${a},short`, 'z'.repeat(64)])
      expect(() => before(wrong)).toThrow(/MASTER_KEY_PREVIOUS\S* is 32 bytes in hex/)
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})

test('reads support staff as a list of account addresses, empty by default', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'parlance-config-'))
  try {
    expect(loadSettings({ DATA_DIR }).supportEmails).toEqual([])
    const SUPPORT_EMAILS = ' Ada@Help.example , bob@help.example,'
    expect(loadSettings({ DATA_DIR, SUPPORT_EMAILS }).supportEmails).toEqual(['ada@help.example', 'bob@help.example'])
    for (const wrong of ['ada', '@help.example', 'ada@help.example,*'])
      expect(() => loadSettings({ DATA_DIR, SUPPORT_EMAILS: wrong })).toThrow(/SUPPORT_EMAILS/)
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})

test('requires a sensible timeout for silent connections', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'parlance-config-'))
  try {
    expect(loadSettings({ DATA_DIR }).firstByteMs).toBe(15_000)
    expect(loadSettings({ DATA_DIR, FIRST_BYTE_MS: '2000' }).firstByteMs).toBe(2000)
    for (const FIRST_BYTE_MS of ['0', '-1', '1.5', 'soon', '600001'])
      expect(() => loadSettings({ DATA_DIR, FIRST_BYTE_MS })).toThrow(/FIRST_BYTE_MS/)
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})

test('requires mail transports for all regions or none', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'parlance-config-'))
  const load = (env: Env) =>
    loadSettings({ DATA_DIR, PUBLIC_URL: 'https://a.test', MAIL_FROM: 'a@b.test', ...env }).mail
  const [eu, na, all] = ['smtps://eu.test', 'smtp://na.test', 'smtp://all.test']
  const smtp = (url: string) => ({ kind: 'smtp', url })
  try {
    expect(load({})).toEqual({ from: 'a@b.test', ways: {} })
    expect(load({ SMTP_URL: all, SMTP_URL_EU: eu })).toMatchObject({ ways: { eu: smtp(eu) }, general: smtp(all) })
    expect(load({ SMTP_URL_EU: eu, SMTP_URL_NA: na })).toMatchObject({ ways: { eu: smtp(eu), na: smtp(na) } })
    expect(load({ RESEND_API_KEY_EU: 're_12345678', SMTP_URL_NA: na }).ways.eu).toEqual({
      kind: 'resend',
      apiKey: 're_12345678',
      baseUrl: 'https://api.resend.com',
    })
    expect(load({ SMTP_URL: all, RESEND_API_KEY: 're_12345678' }).general).toEqual(smtp(all))
    expect(load({ SMTP_URL_EU: eu, REGIONS: 'eu' }).ways).toEqual({ eu: smtp(eu) })
    expect(() => load({ SMTP_URL_EU: eu })).toThrow(/SMTP_URL_NA is needed/)
    expect(() => load({ RESEND_API_KEY: 're_12345678', MAIL_FROM: 'a@localhost' })).toThrow(/MAIL_FROM/)
    const inbound = {
      INBOUND_MAIL_DOMAIN: 'In.A.test',
      RESEND_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }
    expect(load({ ...inbound, RESEND_API_KEY: 're_12345678' }).inbound).toEqual({
      domain: 'in.a.test',
      webhookSecrets: [inbound.RESEND_WEBHOOK_SECRET],
    })
    expect(() => load(inbound)).toThrow(/RESEND_API_KEY_EU is needed/)
    expect(() => load({ ...inbound, RESEND_API_KEY: 're_12345678', RESEND_WEBHOOK_SECRET: '' })).toThrow(
      /RESEND_WEBHOOK_SECRET is needed/,
    )
    const mailbox = (url: string) => load({ INBOUND_MAIL_DOMAIN: 'in.a.test', INBOUND_IMAP_URL: url }).inbound?.imap
    const ada = { user: 'ada@a.test', password: 'p@ss' }
    expect(mailbox('imaps://ada%40a.test:p%40ss@mx.test')).toEqual({
      host: 'mx.test',
      port: 993,
      isTls: true,
      folder: 'INBOX',
      ...ada,
    })
    expect(mailbox('imap://ada%40a.test:p%40ss@[::1]:1143/Agents%2FNew')).toEqual({
      host: '::1',
      port: 1143,
      isTls: false,
      folder: 'Agents/New',
      ...ada,
    })
    for (const url of [
      'https://a:b@mx.test',
      'imaps://mx.test',
      'imaps://a@mx.test',
      'imaps://a:%zz@mx.test',
      'mx.test',
    ])
      expect(() => mailbox(url)).toThrow(/INBOUND_IMAP_URL is not an imaps/)
    expect(() => load({ INBOUND_IMAP_URL: 'imaps://a:b@mx.test' })).toThrow(/INBOUND_MAIL_DOMAIN is needed/)
    expect(() => load({ INBOUND_MAIL_DOMAIN: 'not a domain' })).toThrow(/INBOUND_MAIL_DOMAIN is not a domain/)
    expect(() => load({ SMTP_URL: 'http://all.test' })).toThrow(/SMTP_URL is not an smtp/)
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})

test('requires a bucket for every region or none', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'parlance-config-'))
  const load = (env: Env) => loadSettings({ DATA_DIR, ...env }).s3
  try {
    expect(load({})).toBeUndefined()
    expect(load({ S3_BUCKET_EU: 'a-eu', S3_BUCKET_NA: 'a-na' })).toEqual({
      places: { eu: { bucket: 'a-eu', region: 'eu-central-1' }, na: { bucket: 'a-na', region: 'us-east-1' } },
    })
    const elsewhere = { S3_BUCKET_EU: 'same', S3_BUCKET_NA: 'same', S3_ENDPOINT: 'http://s3.test/' }
    expect(() => load(elsewhere)).toThrow(/S3_BUCKET_NA is the bucket of eu/)
    expect(load({ ...elsewhere, S3_ENDPOINT_NA: 'http://na.test' })?.places.na).toMatchObject({
      endpoint: 'http://na.test',
    })
    expect(() => load({ S3_BUCKET_EU: 'a-eu' })).toThrow(/S3_BUCKET_NA is needed/)
    expect(() => load({ S3_ACCESS_KEY_ID: 'x' })).toThrow(/S3_SECRET_ACCESS_KEY/)
    const two = { S3_BUCKET_EU: 'a-eu', S3_BUCKET_NA: 'a-na' }
    expect([load(two)?.direct, load({ ...two, S3_DIRECT_DOWNLOADS: '1' })?.direct]).toEqual([undefined, true])
    expect(() => load({ S3_BUCKET_EU: 'No Bucket' })).toThrow(/S3_BUCKET_EU is not the name/)
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})

test('explains that a public URL may not have a path', () => {
  expect(() =>
    loadSettings({
      DATA_DIR: mkdtempSync(join(tmpdir(), 'parlance-config-')),
      PUBLIC_URL: 'https://example.org/chat/',
    }),
  ).toThrow('PUBLIC_URL must be an origin without a path, such as https://example.org.')
})

// Nobody, not even root, may create a folder there.
test.runIf(process.platform === 'linux')('says who may not write in the data directory, and what helps', () => {
  const DATA_DIR = '/sys/parlance'
  expect(() => loadSettings({ DATA_DIR })).toThrow(
    /^User \d+ may not write in the folder \/sys\/parlance \(DATA_DIR\)\. Run: chown -R \d+ \/sys\/parlance$/,
  )
})
