import { ActionIcon, type MantineColorScheme, Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const CHOICES = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

export default function ThemeChoice({ folded }: { folded: boolean }) {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = CHOICES.find((choice) => choice.value === colorScheme)?.icon ?? IconDeviceDesktop
  if (folded) {
    return (
      <Menu position="right-end">
        <Menu.Target>
          <ActionIcon aria-label={t('shell.theme.label')}>
            <Current size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {CHOICES.map(({ value, icon: Icon }) => (
            <Menu.Item key={value} leftSection={<Icon size={16} stroke={1.5} />} onClick={() => setColorScheme(value)}>
              {t(`shell.theme.${value}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  }
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      radius="md"
      aria-label={t('shell.theme.label')}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
      data={CHOICES.map(({ value, icon: Icon }) => ({
        value,
        label: (
          <>
            <Icon size={16} stroke={1.5} style={{ display: 'block', margin: '2px auto' }} aria-hidden />
            <span className="visually-hidden">{t(`shell.theme.${value}`)}</span>
          </>
        ),
      }))}
    />
  )
}
