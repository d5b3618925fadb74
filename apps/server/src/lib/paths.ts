// Locates files of this package. The same code runs from `src` and, bundled, from `dist`, so only this module may
// use its own path.
import { findPackageJSON } from 'node:module'
import { dirname, extname, join } from 'node:path'

const packageFolder = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname)
const isBundled = extname(import.meta.filename) === '.js'

export const appsFolder = dirname(packageFolder)

/** A file or folder that is read at run time, by its path in `src`, also from the bundle. */
export const sourcePath = (path: string): string => join(packageFolder, 'src', path)

/** The script of a worker or child process, by its path in `src` without extension; rolldown.config.ts lists each. */
export const entryPath = (name: string): string =>
  isBundled ? join(packageFolder, 'dist', `${name}.js`) : sourcePath(`${name}.ts`)
