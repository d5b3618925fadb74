// WebAuthn calls of the browser with JSON options and results.
import { i18n } from '../../i18n/i18n.ts'

/** Requires a current browser on https or localhost. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  window.isSecureContext &&
  // Passkeys need a host name; browsers reject IP addresses.
  !/^(?:[\d.]+|\[.*\])$/.test(location.hostname)

type Options = Readonly<Record<string, unknown>>
export type PasskeyAnswer = { id: string; rawId: string; type: 'public-key' } & Record<string, unknown>

/** Throws an error whose message is a sentence for people. */
export async function askPasskey(options: Options): Promise<PasskeyAnswer> {
  return answerOf(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON,
    )
    return navigator.credentials.get({ publicKey })
  })
}

/** Throws an error whose message is a sentence for people. */
export async function makePasskey(options: Options): Promise<PasskeyAnswer> {
  return answerOf(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    )
    return navigator.credentials.create({ publicKey })
  })
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<PasskeyAnswer> {
  const credential = await ask().catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'InvalidStateError') throw new Error(i18n.t('account.passkeys.already'))
    if (name === 'NotAllowedError' || name === 'AbortError') throw new Error(i18n.t('account.passkeys.cancelled'))
    console.warn(error)
    throw new Error(i18n.t('account.passkeys.failed'))
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error(i18n.t('account.passkeys.cancelled'))
  return { ...credential.toJSON(), type: 'public-key' }
}
