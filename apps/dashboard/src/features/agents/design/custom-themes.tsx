// Themes of the workspace: save, apply, rename, recolour and delete.
import { Badge, Button, Group, Stack, Text, TextInput, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { SavedTheme } from '@parlance/contract/themes/schemas'
import { readPaint } from '@parlance/contract/agents/theme'
import { themeFields } from '@parlance/contract/themes/fields'
import { hexOf, STEPS } from '@parlance/contract/themes/palette'
import { IconColorSwatch, IconPencil, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { listProps, paged, pageInput } from '../../../lib/paged-query.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { PagedList } from '../../../components/lists/paged-list.tsx'
import { RowMenu } from '../../../components/overlay/row-menu.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { useUndoable } from '../../../components/feedback/use-undoable-delete.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import classes from './design.module.css'
import { useDesign } from './use-design.tsx'
import { Editing, useReadOnly } from '../../../components/feedback/read-only.tsx'

/** Shows a search from this many on. */
const MANY = 7

export function CustomThemes() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const [search, setSearch] = useState('')
  const { begin, pending } = useUndoable()
  const readOnly = useReadOnly()
  const query = useInfiniteQuery(
    api.themes.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid: workspace.uid, ...pageInput(search, cursor, 12) }),
      ...paged,
    }),
  )
  const all = query.data?.pages.flatMap((page) => page.items) ?? []
  const items = all.filter(({ id }) => !pending.has(id))
  return (
    <Stack component="section" gap="sm" aria-label={t('themes.own.title')}>
      <div>
        <Title order={3} size="sm" fw={500}>
          {t('themes.own.title')}
        </Title>
      </div>
      <Editing>
        <SaveTheme />
      </Editing>
      {(search !== '' || all.length >= MANY) && (
        <SearchInput value={search} onChange={setSearch} label={t('themes.own.search')} />
      )}
      <PagedList
        of="entries"
        shown={items.length}
        none={all.length === 0}
        search={search}
        onClearSearch={() => setSearch('')}
        skeletons={<RowSkeletons rows={2} height={48} />}
        empty={
          <Text size="sm" c="dimmed">
            {t(readOnly ? 'themes.own.none' : 'themes.own.empty')}
          </Text>
        }
        {...listProps(query)}
      >
        <ul className={classes.themes} aria-label={t('themes.own.title')}>
          {items.map((theme) => (
            <ThemeRow key={theme.id} saved={theme} onDelete={begin} />
          ))}
        </ul>
      </PagedList>
    </Stack>
  )
}

/** Reloads the lists after every change. */
function useThemesChanged() {
  const { api } = useScope()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.themes.key() })
}

function SaveTheme() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { config } = useDesign()
  const [name, setName] = useState('')
  const changed = useThemesChanged()
  const save = useMutation(
    api.themes.create.mutationOptions({
      onSuccess: ({ data }) => {
        setName('')
        notify.success(t('themes.own.saved', { name: data.name }))
        return changed()
      },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { accent, mode } = readPaint(config)
    if (name.trim() !== '') save.mutate({ uid: workspace.uid, name, themeType: mode, primary: accent })
  }
  return (
    <form onSubmit={submit} className={classes.save}>
      <TextInput
        flex={1}
        aria-label={t('themes.own.name')}
        placeholder={t('themes.own.name')}
        maxLength={80}
        value={name}
        error={save.error && errorText(save.error)}
        onChange={(event) => {
          setName(event.currentTarget.value)
          save.reset()
        }}
      />
      <Button type="submit" variant="default" loading={save.isPending} disabled={name.trim() === ''}>
        {t('themes.own.save')}
      </Button>
    </form>
  )
}

interface RowProps {
  saved: SavedTheme
  onDelete: ReturnType<typeof useUndoable>['begin']
}

function ThemeRow({ saved, onDelete }: RowProps) {
  const { t } = useTranslation()
  const { change, config, ownerID } = useDesign()
  const [renaming, setRenaming] = useState(false)
  const readOnly = useReadOnly()
  const { name, theme } = saved
  const { accent, mode } = readPaint(config)
  const inUse = config.theme.startsWith('custom-') && accent === theme.primary && mode === theme.themeType
  if (renaming) return <Rename saved={saved} onDone={() => setRenaming(false)} />
  return (
    <li className={classes.theme}>
      <UnstyledButton
        className={classes.apply}
        disabled={readOnly}
        onClick={() => change(themeFields(ownerID, theme.primary, theme.themeType))}
      >
        <span className={classes.strip} aria-hidden="true">
          {theme.nineColorPallet.map((hsl, index) => (
            <i key={STEPS[index]} style={{ background: hexOf(hsl) }} />
          ))}
        </span>
        <VisuallyHidden>{readOnly ? name : t('themes.own.apply', { name })}</VisuallyHidden>
        <Text span size="sm" className="truncate" aria-hidden="true">
          {name}
        </Text>
        <Text span size="xs" c="dimmed">
          {t(theme.themeType === 'dark' ? 'themes.own.darkMode' : 'themes.own.light')}
        </Text>
        {inUse && <Badge color="gray">{t('themes.own.applied')}</Badge>}
      </UnstyledButton>
      <Editing>
        <ThemeMenu saved={saved} inUse={inUse} onRename={() => setRenaming(true)} onDelete={onDelete} />
      </Editing>
    </li>
  )
}

function ThemeMenu({ saved, inUse, onRename, onDelete }: RowProps & { inUse: boolean; onRename: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { config } = useDesign()
  const changed = useThemesChanged()
  const { id, name } = saved
  const update = useMutation(
    api.themes.update.mutationOptions({
      onSuccess: () => {
        notify.success(t('themes.own.updated', { name }))
        return changed()
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const recolour = () => {
    const { accent, mode } = readPaint(config)
    update.mutate({ uid: workspace.uid, themeId: id, themeType: mode, primary: accent })
  }
  const remove = () =>
    onDelete({
      id,
      said: t('themes.own.deleted', { name }),
      remove: () => api.themes.delete.call({ uid: workspace.uid, themeId: id }),
      restore: () => api.themes.restore.call({ uid: workspace.uid, themeId: id }),
      changed,
      failed: (reason) => reason,
    })
  return (
    <RowMenu
      label={t('themes.own.actions', { name })}
      loading={update.isPending}
      actions={[
        { icon: IconPencil, text: t('themes.own.rename', { name }), onClick: onRename },
        ...(inUse ? [] : [{ icon: IconColorSwatch, text: t('themes.own.update', { name }), onClick: recolour }]),
        {
          icon: IconTrash,
          text: t('themes.own.delete', { name }),
          danger: true,
          onClick: remove,
        },
      ]}
    />
  )
}

/** Selects the text for renaming. */
const select = (field: HTMLInputElement | null) => field?.select()

function Rename({ saved, onDone }: { saved: SavedTheme; onDone: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const [name, setName] = useState(saved.name)
  const changed = useThemesChanged()
  const rename = useMutation(
    api.themes.update.mutationOptions({
      onSuccess: async () => {
        await changed()
        onDone()
      },
    }),
  )
  return (
    <li className={classes.theme}>
      <form
        className={classes.save}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') rename.mutate({ uid: workspace.uid, themeId: saved.id, name })
        }}
      >
        <TextInput
          ref={select}
          flex={1}
          size="xs"
          onKeyDown={(event) => {
            if (event.key === 'Escape') onDone()
          }}
          aria-label={t('themes.own.renameTitle')}
          maxLength={80}
          value={name}
          error={rename.error && errorText(rename.error)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group gap={4} wrap="nowrap">
          <Button type="submit" size="xs" loading={rename.isPending} disabled={name.trim() === ''}>
            {t('common.save')}
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            {t('common.cancel')}
          </Button>
        </Group>
      </form>
    </li>
  )
}
