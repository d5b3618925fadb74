// The agent's SECRET_API_KEY.
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { SecretInput } from '../../../components/inputs/secret-input.tsx'

export function SecretKey({ value }: { value: string }) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  const { workspace } = useScope()
  // The server sends it to no one else.
  const withheld = workspace.supportUntil === undefined ? refusal : t('shell.support.secrets')
  if (withheld) return <AlertBox kind="info">{withheld}</AlertBox>
  return <SecretInput value={value} label={t('agents.settings.secret')} />
}
