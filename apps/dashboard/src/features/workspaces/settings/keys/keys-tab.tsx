// The workspace's secret and API keys.
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import type { ApiKey } from '@parlance/contract/workspaces/keys'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../../lib/permissions.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useSearchParam } from '../../../../lib/link.tsx'
import { API_DOCS } from '../../../../lib/paths.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { SecretInput } from '../../../../components/inputs/secret-input.tsx'
import { PagesDrawing } from '../../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { Section } from '../../../../components/layout/page.tsx'
import { SearchInput } from '../../../../components/inputs/search-input.tsx'
import { RowSkeletons } from '../../../../components/feedback/skeletons.tsx'
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx'
import { KeyMade, KeyRotation } from './key-made.tsx'
import { KeyRow } from './key-row.tsx'
import classes from './keys.module.css'
import { RenewSecret } from './renew-secret.tsx'
import settings from '../settings.module.css'
import { useKeys, type MadeKey } from './use-keys.ts'

const KeyForm = lazy(() => import('./key-form.tsx'))

/** Shows a search from this many on. */
const SEARCHABLE = 6
/** Not a valid key id. */
const NEW = 'new'

export default function KeysTab() {
  const { t } = useTranslation()
  const refusal = useDeniedReason('admin')
  if (refusal) return <AlertBox kind="info">{t('keys.refused')}</AlertBox>
  return (
    <>
      <Section title={t('keys.secret.title')} description={t('keys.secret.text')}>
        <Secret />
      </Section>
      <Keys />
    </>
  )
}

function Secret() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const whole = useQuery(api.workspaces.get.queryOptions({ input: { uid: workspace.uid } }))
  if (whole.isPending) return <RowSkeletons rows={1} />
  if (!whole.data) return <ErrorMessage text={errorText(whole.error)} onRetry={() => void whole.refetch()} />
  const secret = whole.data.data.workspaceSecret
  return (
    <>
      <SecretInput
        value={secret}
        label={t('keys.secret.label')}
        description={t('keys.secret.raw', { name: 'workspaceSecret' })}
      />
      <Group gap="md">
        <RenewSecret />
        <Anchor size="sm" href={API_DOCS} target="_blank">
          {t('keys.secret.docs')}
        </Anchor>
      </Group>
    </>
  )
}

function Keys() {
  const { t } = useTranslation()
  const keys = useKeys()
  const dialogs = useDialogs(keys.data?.items ?? [])
  const items = keys.data?.items ?? []
  const button = (
    <Button leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => dialogs.edit(NEW)}>
      {t('keys.new')}
    </Button>
  )
  return (
    <section aria-label={t('keys.title')}>
      <div className={settings.head}>
        <div>
          <Title order={2} size="h3">
            {t('keys.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('keys.text')}
          </Text>
        </div>
        {items.length > 0 && button}
      </div>
      {keys.isPending && <RowSkeletons rows={2} />}
      {keys.error && <ErrorMessage text={errorText(keys.error)} onRetry={() => void keys.refetch()} />}
      {keys.data && items.length === 0 && (
        <EmptyState
          drawing={<PagesDrawing />}
          title={t('keys.emptyTitle')}
          text={t('keys.emptyText')}
          action={button}
        />
      )}
      {items.length > 0 && <List items={items} onEdit={dialogs.edit} onRotate={dialogs.rotate} />}
      <Dialogs {...dialogs} />
    </section>
  )
}

interface ListProps {
  items: readonly ApiKey[]
  onEdit: (id: string) => void
  onRotate: (id: string) => void
}

function List({ items, onEdit, onRotate }: ListProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParam('search')
  const wanted = search.toLowerCase()
  const shown = items.filter(({ name, hint }) => name.toLowerCase().includes(wanted) || hint === search)
  return (
    <>
      {items.length > SEARCHABLE && (
        <Group mb="sm">
          <SearchInput value={search} onChange={setSearch} label={t('keys.search')} />
        </Group>
      )}
      {shown.length === 0 ? (
        <NothingFound title={t('common.nothingFound', { search })} />
      ) : (
        <ul className={classes.list} aria-label={t('keys.list')}>
          {shown.map((one) => (
            <KeyRow key={one.id} of={one} onEdit={() => onEdit(one.id)} onRotate={() => onRotate(one.id)} />
          ))}
        </ul>
      )}
    </>
  )
}

/** The dialog open by the address; and a new key, which is known only here. */
function useDialogs(items: readonly ApiKey[]) {
  const [editing, setEditing] = useSearchParam('key')
  const [rotating, setRotating] = useSearchParam('rotate')
  const [made, setMade] = useState<MadeKey>()
  const close = () => {
    setEditing(undefined)
    setRotating(undefined)
  }
  return {
    isNew: editing === NEW,
    edited: items.find(({ id }) => id === editing),
    rotated: items.find(({ id }) => id === rotating),
    made,
    edit: setEditing,
    rotate: setRotating,
    close,
    onMade: (next: MadeKey) => {
      close()
      setMade(next)
    },
    forget: () => setMade(undefined),
  }
}

function Dialogs({ isNew, edited, rotated, made, close, onMade, forget }: ReturnType<typeof useDialogs>) {
  return (
    <>
      {(isNew || edited) && (
        <Suspense fallback={null}>
          <KeyForm of={edited} onMade={onMade} onClose={close} />
        </Suspense>
      )}
      {rotated && <KeyRotation of={rotated} onMade={onMade} onClose={close} />}
      {made && <KeyMade made={made} onClose={forget} />}
    </>
  )
}
