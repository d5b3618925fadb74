import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRoot } from '../platform/db/accounts.ts'
import { loadSettings } from './config.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

test('nobody else looks into the data directory, and its key is for the owner alone', () => {
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

test('how long a silent connection may stay is a sensible number of milliseconds', () => {
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
