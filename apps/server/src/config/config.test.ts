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
