import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { FileDrop } from '../../../components/inputs/upload/file-drop.tsx'
import { DrawerFooter } from '../../../components/overlay/drawer-footer.tsx'
import { ReadingCost } from '../cost.tsx'
import type { FormProps } from './kinds.ts'
import { TagsField } from '../tags-field.tsx'
import { ACCEPT } from '../uploads/upload-queue.ts'
import { UploadRows } from '../uploads/upload-rows.tsx'
import { uploads, useUploads } from '../uploads/uploads.ts'
import { useInvalidateKnowledge } from './use-invalidate-knowledge.ts'

/** Uploads start at once and continue when the drawer is closed. */
export function FilesForm({ agentId, onDone }: FormProps) {
  const { t } = useTranslation()
  const { region } = useScope()
  const [tags, setTags] = useState<string[]>([])
  const [stored, setStored] = useState(0)
  const changed = useInvalidateKnowledge()
  const rows = useUploads(agentId)
  const onStored = () => {
    setStored((count) => count + 1)
    changed()
  }
  return (
    <>
      <Stack gap="md">
        <TagsField agentId={agentId} value={tags} onChange={setTags} />
        <FileDrop
          choose={t('knowledge.files.choose')}
          hint={t('knowledge.files.hint')}
          rules={t('knowledge.files.rules')}
          accept={ACCEPT.replaceAll(' ', '')}
          multiple
          onFiles={(files) => uploads.add({ agentId, region, onStored }, files, tags)}
        />
        <UploadRows agentId={agentId} />
        <output>
          {stored > 0 && (
            <Text size="sm" c="dimmed">
              {t('knowledge.files.stored', { count: stored })}
            </Text>
          )}
        </output>
      </Stack>
      <DrawerFooter note={<ReadingCost pages={false} />}>
        <Button variant={rows.length === 0 && stored === 0 ? 'default' : 'filled'} onClick={onDone}>
          {rows.length === 0 && stored === 0 ? t('common.cancel') : t('knowledge.files.done')}
        </Button>
      </DrawerFooter>
    </>
  )
}
