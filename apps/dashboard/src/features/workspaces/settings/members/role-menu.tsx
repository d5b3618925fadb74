import { Button, Menu, Text } from '@mantine/core'
import type { GivenRole } from '@parlance/contract/lib/roles'
import { GIVEN_ROLES } from '@parlance/contract/lib/roles'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../../../components/content/locale.ts'
import classes from '../settings.module.css'

interface Props {
  /** What the button refers to. */
  name: string
  value: GivenRole
  disabled: boolean
  onChange: (role: GivenRole) => void
}

/** A role and its alternatives with their permissions. A menu, since hundreds of rows have one. */
export function RoleMenu({ name, value, disabled, onChange }: Props) {
  const { t } = useTranslation()
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true }
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          justify="space-between"
          className={classes.given}
          fw={400}
          aria-label={labelled(name, t(`workspaces.roles.${value}`))}
          rightSection={<IconChevronDown {...icon} />}
          disabled={disabled}
        >
          {t(`workspaces.roles.${value}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {GIVEN_ROLES.map((role) => (
          <Menu.Item
            key={role}
            aria-current={role === value || undefined}
            rightSection={role === value && <IconCheck {...icon} />}
            onClick={() => onChange(role)}
          >
            {t(`workspaces.roles.${role}`)}
            <Text size="xs" c="dimmed">
              {t(`workspaces.may.${role}`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
