import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { appsFolder } from '../../paths.ts'

const DASHBOARD = join(appsFolder, 'dashboard/package.json')
const FONT = '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2'

export const latinFont = (): Buffer => readFileSync(createRequire(DASHBOARD).resolve(FONT))
