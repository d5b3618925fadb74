// `npm run reset-factors -- <address>`: restores access for a user who lost their authenticator app, recovery codes and
// passkeys.
import { parseArgs } from 'node:util'
import { KnownEmail } from '@parlance/contract/accounts/schemas'
import { loadSettings } from '../config/config.ts'
import { readEnv } from '../config/env.ts'
import { type FactorsReset, resetFactors } from '../modules/accounts/reset-factors.ts'
import { createVault } from '../lib/crypto.ts'
import { openDb } from '../lib/db/pool.ts'
import type { Settings } from '../lib/settings.ts'
import { InstallationError, openInstallation } from './installation.ts'

/** Works while the server runs. Throws InstallationError for an invalid address or one without an account. */
export async function operatorReset(
  settings: Pick<Settings, 'dataDir' | 'databases' | 'masterKey' | 'previousMasterKeys'>,
  address: string,
): Promise<FactorsReset> {
  const email = KnownEmail.safeParse(address).data
  if (email === undefined) throw new InstallationError(`${address} is no e-mail address.`)
  const installation = await openInstallation({ ...settings, regions: [] }, 'parlance reset-factors', {
    identity: true,
  })
  try {
    if (!installation.identity) throw new InstallationError('There is no identity database.')
    const db = openDb(installation.identity)
    const vault = createVault(settings.masterKey, settings.previousMasterKeys)
    const done = await resetFactors({ db, vault, now: () => new Date() }, email)
    if (!done) throw new InstallationError(`No account has the address ${email}.`)
    return done
  } finally {
    await installation.close()
  }
}

const summary = ({ secondFactor, passkeys, sessions }: FactorsReset): string =>
  [
    secondFactor ? 'The second factor is off' : 'No second factor was on',
    `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'} removed`,
    `${sessions} ${sessions === 1 ? 'session' : 'sessions'} ended`,
  ].join(', ')

if (import.meta.main) {
  try {
    const { positionals } = parseArgs({ allowPositionals: true })
    const [address] = positionals
    if (!address || positionals.length > 1)
      throw new InstallationError('Say whose: npm run reset-factors -- <address of the account>')
    const done = await operatorReset(loadSettings(readEnv()), address)
    console.log(`${summary(done)}. The password is as it was; the owner is told by mail. Account ${done.userId}.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
