import { ActionIcon, Badge, Text, UnstyledButton } from '@mantine/core'
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../can.ts'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/time.tsx'
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
      {builds && <RowMenu tool={tool} />}
    </li>
  )
}

function RowMenu({ tool }: { tool: LibraryTool }) {
  const { t } = useTranslation()
  const duplicate = useDuplicate()
  const remove = useDelete()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="md" className={classes.menu} aria-label={t('tools.functions.more', { name: tool.name })}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={16} stroke={1.5} />} onClick={() => void duplicate(tool)}>
          {t('tools.functions.duplicate')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={() => void remove(tool)}>
          {t('common.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
