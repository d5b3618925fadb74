// Adds sources: a text, files, pages, pages of a sitemap, question-answer pairs.
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScrollRow } from '../../../components/lists/scroll-row.ts'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { useUnsavedGuard } from '../../../lib/unsaved-guard.tsx'
import { FilesForm } from './files-form.tsx'
import { NEW_SOURCE, SOURCE_KINDS, type SourceKind } from './kinds.ts'
import { QaForm } from './qa-form.tsx'
import { SitemapForm } from './sitemap-form.tsx'
import { TextForm } from './text-form.tsx'
import { UrlsForm } from './urls-form.tsx'

const FORMS = { text: TextForm, file: FilesForm, urls: UrlsForm, sitemap: SitemapForm, qa: QaForm } as const

interface Props {
  agentId: string
  kind: SourceKind | typeof NEW_SOURCE
  onKind: (kind: SourceKind) => void
  onClose: () => void
}

export default function AddSource({ agentId, kind, onKind, onClose }: Props) {
  const { t } = useTranslation()
  const [dirty, setDirty] = useState(false)
  const ask = useUnsavedGuard(dirty)
  const ifKept = async (then: () => void) => {
    if (dirty && !(await ask())) return
    setDirty(false)
    then()
  }
  const form = { agentId, onDirty: setDirty, onDone: onClose, onCancel: () => void ifKept(onClose) }
  if (kind === NEW_SOURCE)
    return (
      <SideDrawer title={t('knowledge.form.newTitle')} size={640} onClose={() => void ifKept(onClose)}>
        <TextForm {...form} />
      </SideDrawer>
    )
  const Form = FORMS[kind]
  return (
    <SideDrawer title={t('knowledge.add.title')} size={640} onClose={() => void ifKept(onClose)}>
      <Tabs
        value={kind}
        onChange={(next) => void ifKept(() => onKind((next ?? 'text') as SourceKind))}
        keepMounted={false}
      >
        <Kinds kind={kind} />
        <Tabs.Panel value={kind}>
          <Form {...form} />
        </Tabs.Panel>
      </Tabs>
    </SideDrawer>
  )
}

function Kinds({ kind }: { kind: SourceKind }) {
  const { t } = useTranslation()
  const row = useScrollRow<HTMLDivElement>(kind)
  return (
    <Tabs.List ref={row} mb="lg" className="scroll-row" aria-label={t('knowledge.add.kinds')}>
      {SOURCE_KINDS.map((key) => (
        <Tabs.Tab key={key} value={key}>
          {t(`knowledge.add.kind.${key}`)}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
