// The workspace's tool library, last modified first.
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { listProps, paged, pageInput } from '../../lib/paged-query.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useToolCalls } from '../../lib/tools.ts'
import { ToolDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { Page, usePageTitle } from '../../components/layout/page.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { ImportDialog } from '../../components/tool-editor/import-dialog.tsx'
import { blankTool, newToolId } from '../../components/tool-editor/tool-form.ts'
import { ToolDrawer } from '../../components/tool-editor/tool-drawer.tsx'
import { ToolView } from '../../components/tool-editor/tool-view.tsx'
import { NewButton } from '../../components/lists/new-button.tsx'
import { UnsavedGuard } from '../../lib/unsaved-guard.tsx'
import { FunctionRow } from './function-row.tsx'
import classes from './functions.module.css'
import { bareTool, useSaveFunction, useSaveSeveral, useWholeLibrary, type LibraryTool } from './library.ts'

function useFunctions(search: string) {
  const { api, workspace } = useScope()
  return useInfiniteQuery(
    api.tools.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid: workspace.uid, ...pageInput(search, cursor) }),
      ...paged,
    }),
  )
}

export function FunctionsPage() {
  const { t } = useTranslation()
  usePageTitle(t('tools.functions.title'))
  const [search, setSearch] = useSearchParam('search')
  const [editing, edit] = useSearchParam('function')
  const [importing, setImporting] = useState(false)
  const functions = useFunctions(search)
  const items = functions.data?.pages.flatMap((page) => page.items) ?? []
  const none = functions.isSuccess && items.length === 0 && !search
  const refusal = useDeniedReason('editor')
  const buttons = <Buttons refusal={refusal} onNew={() => edit('new')} onImport={() => setImporting(true)} />
  return (
    <Page
      help="tools"
      title={t('tools.functions.title')}
      description={t('tools.functions.description')}
      actions={!none && buttons}
    >
      {!none && (
        <div className={classes.search}>
          <SearchInput value={search} onChange={setSearch} label={t('tools.functions.search')} />
        </div>
      )}
      <PagedList
        of="functions"
        shown={items.length}
        search={search}
        onClearSearch={() => setSearch(undefined)}
        empty={
          <EmptyState
            drawing={<ToolDrawing />}
            title={t('tools.functions.emptyTitle')}
            text={refusal || t('tools.functions.emptyText')}
            action={!refusal && <div className={classes.buttons}>{buttons}</div>}
          />
        }
        {...listProps(functions)}
      >
        <ul className={classes.list} aria-label={t('tools.functions.list')}>
          {items.map((tool) => (
            <FunctionRow key={tool.id} tool={tool} onEdit={() => edit(tool.id)} />
          ))}
        </ul>
      </PagedList>
      {editing && !(refusal && editing === 'new') && (
        <Editor key={editing} id={editing} shown={items} refusal={refusal} onClose={() => edit(undefined)} />
      )}
      {importing && <Import onClose={() => setImporting(false)} />}
    </Page>
  )
}

interface ButtonsProps {
  refusal: string
  onNew: () => void
  onImport: () => void
}

function Buttons({ refusal, onNew, onImport }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      {!refusal && (
        <Button variant="default" leftSection={<IconFileImport size={16} stroke={1.5} />} onClick={onImport}>
          {t('tools.import.action')}
        </Button>
      )}
      <NewButton label={t('tools.functions.new')} onClick={onNew} />
    </>
  )
}

interface EditorProps {
  id: string
  /** Loaded by the list; the whole library is read only to find others. */
  shown: readonly LibraryTool[]
  /** Why it is read-only; '' when it can be edited. */
  refusal: string
  onClose: () => void
}

function Editor({ id, shown, refusal, onClose }: EditorProps) {
  const { t } = useTranslation()
  const calls = useToolCalls()
  const save = useSaveFunction()
  const fresh = id === 'new'
  const [blank] = useState(() => blankTool(newToolId()))
  const [listed] = useState(() => shown.find((tool) => tool.id === id))
  const library = useWholeLibrary(!fresh && !listed)
  const found = listed ?? library.data?.find((tool) => tool.id === id)
  const tool = fresh ? blank : found && bareTool(found)
  if (!tool) return <Unknown pending={library.isPending} failure={library.error} onClose={onClose} />
  if (refusal) return <ToolView title={tool.name} tool={tool} calls={calls} why={refusal} onClose={onClose} />
  return (
    <ToolDrawer
      title={fresh ? t('tools.editor.newFunction') : t('tools.editor.editTitle', { name: tool.name })}
      tool={tool}
      fresh={fresh}
      calls={calls}
      onSave={save}
      saveLabel={t('common.save')}
      onClose={onClose}
      Guard={UnsavedGuard}
    />
  )
}

interface UnknownProps {
  pending: boolean
  failure: unknown
  onClose: () => void
}

/** Replaces the editor while the function is loading or when it does not exist. */
function Unknown({ pending, failure, onClose }: UnknownProps) {
  const { t } = useTranslation()
  return (
    <SideDrawer title={t('tools.functions.title')} onClose={onClose}>
      {pending ? (
        <RowSkeletons rows={3} />
      ) : (
        <ErrorMessage text={failure ? errorText(failure) : t('tools.functions.gone')} />
      )}
    </SideDrawer>
  )
}

function Import({ onClose }: { onClose: () => void }) {
  const calls = useToolCalls()
  const saveSeveral = useSaveSeveral()
  const library = useWholeLibrary(true)
  return (
    <ImportDialog
      read={async (format, text) => {
        // Existing names decide the names of imported tools.
        if (library.isPending) await library.refetch()
        return calls.read(format, text)
      }}
      taken={library.data?.map(({ name }) => name) ?? []}
      onAdd={saveSeveral}
      onClose={onClose}
    />
  )
}
