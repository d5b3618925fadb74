import { Badge, Text, UnstyledButton } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../lib/permissions.ts'
import { RowMenu } from '../../components/overlay/row-menu.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import classes from './functions.module.css'
import { useDelete, useDuplicate, type LibraryTool } from './library.ts'

export function FunctionRow({ tool, onEdit }: { tool: LibraryTool; onEdit: () => void }) {
  const { t } = useTranslation()
  const builds = useCan('editor')
  const { name, description, method, serverUrl, usedBy, disabled, lastModified } = tool
  return (
    <li className={classes.row}>
      <Badge color="gray" className={classes.method}>
        {method}
      </Badge>
      <div className={classes.words}>
        <UnstyledButton
          className={`${classes.name} truncate`}
          aria-label={t(builds ? 'tools.functions.edit' : 'tools.functions.look', { name })}
          onClick={onEdit}
        >
          {name}
        </UnstyledButton>
        <Text size="sm" c="dimmed" className="truncate" title={description}>
          {description || t('tools.functions.noDescription')}
        </Text>
        <Text size="xs" c="dimmed" className="truncate" title={serverUrl}>
          {serverUrl}
        </Text>
      </div>
      <div className={classes.facts}>
        {disabled && <Badge color="yellow">{t('tools.functions.off')}</Badge>}
        <span>{t('tools.functions.usedBy', { count: usedBy })}</span>
        <RelativeTime at={lastModified} />
      </div>
      {builds && <Actions tool={tool} />}
    </li>
  )
}

function Actions({ tool }: { tool: LibraryTool }) {
  const { t } = useTranslation()
  const duplicate = useDuplicate()
  const remove = useDelete()
  return (
    <RowMenu
      className={classes.menu}
      label={t('tools.functions.more', { name: tool.name })}
      actions={[
        { icon: IconCopy, text: t('tools.functions.duplicate'), onClick: () => void duplicate(tool) },
        { icon: IconTrash, text: t('common.delete'), danger: true, onClick: () => void remove(tool) },
      ]}
    />
  )
}
