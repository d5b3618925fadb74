// Preview of the client sign-in page, next to the agency's settings.
import type { PublicAgency } from '@parlance/contract/agencies/schemas'
import { useTranslation } from 'react-i18next'
import { signInApi } from '../../sign-in/api.ts'
import { SignInForm, SignInFrame } from '../../sign-in/sign-in-page.tsx'
import type { T } from '../../sign-in/refusal-text.ts'

const NOTHING = { token: '', username: '', password: '', secret: '' }
/** Filled in, so that the buttons show their colours. */
const SAMPLE = { email: 'mia@example.com', password: 'password' }

/** Not interactive. */
export function SignInPreview({ agency }: { agency: PublicAgency }) {
  const { i18n } = useTranslation()
  const t: T = (key, params) => (i18n.t as (name: string, values: object) => string)(`client.${key}`, params ?? {})
  return (
    <SignInFrame agency={agency} t={t} pricing={false}>
      <SignInForm
        agency={agency}
        api={signInApi('eu', '')}
        t={t}
        brought={NOTHING}
        sample={SAMPLE}
        onEnter={() => undefined}
      />
    </SignInFrame>
  )
}
