// Owns the choice of the account that runs PostgreSQL, which refuses root.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'

export type SystemAccount = { uid: number; gid: number }

const OWN_ACCOUNT = 'parlance-db'

export const isRoot = (): boolean => process.getuid?.() === 0

/** The account for a root server's new cluster: our own, or an existing one where none can be created. */
export function databaseAccount(): SystemAccount {
  const own = findSystemAccount(OWN_ACCOUNT) ?? createSystemAccount(OWN_ACCOUNT)
  const account = own ?? findSystemAccount('postgres') ?? findSystemAccount('nobody')
  if (account) return account
  throw new Error(
    'PostgreSQL refuses to run as root and no other system account could be made. ' +
      'Start the server as another user, or set DATABASE_URL_EU, DATABASE_URL_NA and DATABASE_URL_IDENTITY.',
  )
}

function findSystemAccount(name: string): SystemAccount | undefined {
  try {
    return { uid: idOf('-u', name), gid: idOf('-g', name) }
  } catch {
    return undefined
  }
}

function idOf(flag: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
}

function createSystemAccount(name: string): SystemAccount | undefined {
  const attempts: [string, string[]][] = [
    [
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false', name],
    ],
    ['adduser', ['-S', '-D', '-H', name]],
  ]
  for (const [command, args] of attempts) {
    try {
      execFileSync(command, args, { stdio: 'ignore' })
      return findSystemAccount(name)
    } catch {
      continue
    }
  }
  return undefined
}

/** The first directory on the path to `dir`, inclusive, that the account may not enter; undefined if there is none. */
export function blockedAt(dir: string, account: SystemAccount): string | undefined {
  const way = [dir]
  for (let at = dir; at !== dirname(at);) {
    at = dirname(at)
    way.unshift(at)
  }
  return way.find((step) => !allows(step, account, 0o1))
}

export const mayRun = (file: string, account: SystemAccount): boolean =>
  !blockedAt(dirname(file), account) && allows(file, account, 0o5)

function allows(path: string, account: SystemAccount, wanted: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return false
  const shift = stat.uid === account.uid ? 6 : stat.gid === account.gid ? 3 : 0
  return ((stat.mode >> shift) & wanted) === wanted
}
