// The product's font for server-rendered pages, from the dashboard's package.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { appsFolder } from '../../paths.ts'

const DASHBOARD = join(appsFolder, 'dashboard/package.json')
const FONT = '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2'

/** DM Sans in all weights, for Latin letters. */
export const latinFont = (): Buffer => readFileSync(createRequire(DASHBOARD).resolve(FONT))
