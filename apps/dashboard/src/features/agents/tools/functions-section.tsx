// Library functions the agent uses.
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconListCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { PickList } from '../../../components/tool-editor/pick-list.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { useWholeLibrary, type LibraryTool } from '../../../lib/tools.ts'
import { useDraft } from '../draft/draft.tsx'
import { ListRow, ListSection } from './tool-list.tsx'

export function FunctionsSection() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { config } = useDraft()
  const [choosing, setChoosing] = useState(false)
  const ids = config.functionsIds
  const library = useWholeLibrary(ids.length > 0 || choosing)
  const waits = ids.length > 0 && library.isPending
  return (
    <ListSection
      title={t('tools.agent.functions')}
      empty={t('tools.agent.functionsEmpty')}
      rows={
        waits
          ? [
              <li key="waiting">
                <RowSkeletons rows={Math.min(ids.length, 5)} height={56} />
              </li>,
            ]
          : ids.map((id) => <UsedRow key={id} id={id} library={library.data} />)
      }
      actions={
        <>
          <Button
            variant="subtle"
            size="xs"
            renderRoot={(props) => <AppLink target={paths.functions(region)} {...props} />}
          >
            {t('tools.agent.openLibrary')}
          </Button>
          <Editing>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconListCheck size={14} stroke={1.5} />}
              onClick={() => setChoosing(true)}
            >
              {t('tools.agent.choose')}
            </Button>
          </Editing>
          {choosing && <Chooser library={library} onClose={() => setChoosing(false)} />}
        </>
      }
    />
  )
}

function UsedRow({ id, library }: { id: string; library: readonly LibraryTool[] | undefined }) {
  const { t } = useTranslation()
  const { getState, config, edit } = useDraft()
  const tool = library?.find((entry) => entry.id === id)
  const name = tool?.name ?? id
  const gone = library !== undefined && !tool
  const clash = config.tools.some((own) => own.name === tool?.name)
  const remove = () => edit({ functionsIds: getState().config.functionsIds.filter((other) => other !== id) })
  return (
    <ListRow
      name={name}
      kind={tool?.method}
      description={clash ? t('tools.agent.sameNameOwn') : (tool?.description ?? '')}
      address={tool?.serverUrl ?? ''}
      badges={[
        ...(gone ? [{ text: t('tools.agent.goneFunction'), colour: 'red' as const }] : []),
        ...(tool?.isGlobal ? [{ text: t('tools.agent.global'), colour: 'gray' as const }] : []),
        ...(tool?.disabled ? [{ text: t('tools.functions.off'), colour: 'yellow' as const }] : []),
      ]}
      buttons={[{ label: t('tools.agent.remove', { name }), icon: IconTrash, act: remove }]}
    />
  )
}

const MAX = 100

function Chooser({ library, onClose }: { library: ReturnType<typeof useWholeLibrary>; onClose: () => void }) {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const [search, setSearch] = useState('')
  const [chosen, choose] = useState<ReadonlySet<string>>(() => new Set(config.functionsIds))
  const word = search.toLowerCase()
  const found = (library.data ?? []).filter(({ name, description }) =>
    `${name}\n${description}`.toLowerCase().includes(word),
  )
  const apply = () => {
    // Keeps the order of earlier choices.
    edit({ functionsIds: [...chosen] })
    onClose()
  }
  return (
    <Dialog onClose={onClose} size="lg" title={t('tools.agent.chooseTitle')}>
      <Stack gap="md">
        <SearchInput value={search} onChange={setSearch} label={t('tools.agent.chooseSearch')} />
        {library.isPending && <RowSkeletons rows={4} height={48} />}
        {library.error && <ErrorMessage text={errorText(library.error)} onRetry={() => void library.refetch()} />}
        {library.data && found.length === 0 && (
          <Text c="dimmed">{search ? t('common.nothingFound', { search }) : t('tools.agent.libraryEmpty')}</Text>
        )}
        {found.length > 0 && (
          <PickList
            label={t('tools.agent.functions')}
            chosen={chosen}
            onChange={choose}
            choices={found.map(({ id, name, description }) => ({
              id,
              label: name,
              description: description.slice(0, 200) || undefined,
            }))}
          />
        )}
        {chosen.size > MAX && (
          <Text size="sm" c="red" role="alert">
            {t('tools.agent.full')}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={!library.data || chosen.size > MAX} onClick={apply}>
            {t('tools.agent.apply')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
