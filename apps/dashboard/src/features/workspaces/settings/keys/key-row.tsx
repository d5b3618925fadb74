import { Badge, Text } from '@mantine/core'
import { SCOPE_PRESETS } from '@parlance/contract/lib/scopes'
import type { ApiKey } from '@parlance/contract/workspaces/keys'
import { IconEdit, IconKey, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, listOf } from '../../../../components/content/locale.ts'
import { RowMenu } from '../../../../components/overlay/row-menu.tsx'
import { RelativeTime } from '../../../../components/content/time.tsx'
import classes from './keys.module.css'
import { useRevoke } from './use-keys.ts'

interface Props {
  of: ApiKey
  onEdit: () => void
  onRotate: () => void
}

export function KeyRow({ of, onEdit, onRotate }: Props) {
  const { t } = useTranslation()
  const [now] = useState(() => Date.now())
  const ended = of.expiresAt !== null && Date.parse(of.expiresAt) <= now
  return (
    <li className={classes.row}>
      <IconKey size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <div className={classes.name}>
          <Text fw={500} className="truncate" title={of.name}>
            {of.name}
          </Text>
          <span className={classes.mono}>pk_…{of.hint}</span>
          {ended && <Badge color="red">{t('keys.ended')}</Badge>}
        </div>
        <Text size="sm">
          <ScopeWords scopes={of.scopes} />
        </Text>
        <Text size="xs" c="dimmed" component="div" className={classes.facts}>
          <span>
            {of.lastUsedAt ? (
              <>
                {t('keys.used')} <RelativeTime at={of.lastUsedAt} />
              </>
            ) : (
              t('keys.unused')
            )}
          </span>
          {of.expiresAt && (
            <span>
              {t(ended ? 'keys.ended' : 'keys.ends')} <RelativeTime at={of.expiresAt} />
            </span>
          )}
          {of.createdBy && <span className={classes.about}>{t('keys.created', { who: of.createdBy })}</span>}
          {of.previousUntil && <span>{t('keys.grace', { at: day(of.previousUntil) })}</span>}
        </Text>
      </div>
      <Actions of={of} ended={ended} onEdit={onEdit} onRotate={onRotate} />
    </li>
  )
}

const day = (at: string) => dateAndTime(at)

/** In words: everything, read-only, or areas by name. */
function ScopeWords({ scopes }: Pick<ApiKey, 'scopes'>) {
  const { t } = useTranslation()
  if (scopes.length === SCOPE_PRESETS.all.length) return t('keys.everything')
  if (scopes.join() === SCOPE_PRESETS.read.join()) return t('keys.readOnly')
  return listOf(scopes)
}

function Actions({ of, ended, onEdit, onRotate }: Props & { ended: boolean }) {
  const { t } = useTranslation()
  const revoke = useRevoke(of)
  return (
    <RowMenu
      label={t('keys.actions', { name: of.name })}
      actions={[
        { icon: IconEdit, text: t('keys.edit'), onClick: onEdit },
        { icon: IconRefresh, text: t('keys.rotate'), disabled: ended, onClick: onRotate },
        { icon: IconTrash, text: t('keys.revoke'), danger: true, onClick: () => void revoke() },
      ]}
    />
  )
}
