// A person's password: typed, or generated and shown to be passed on.
import { Button, Group, PasswordInput } from '@mantine/core'
import { newClientPassword } from '@parlance/contract/lib/ids'
import { MAX_CLIENT_PASSWORD, MIN_CLIENT_PASSWORD } from '@parlance/contract/orgs/schemas'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  label: string
  description: string
  value: string
  error: string | undefined
  onChange: (password: string) => void
}

export const isTooShort = (password: string): boolean => password !== '' && password.length < MIN_CLIENT_PASSWORD

export function PasswordChoice({ label, description, value, error, onChange }: Props) {
  const { t } = useTranslation()
  const [isVisible, setVisible] = useState(false)
  const generate = () => {
    onChange(newClientPassword())
    setVisible(true)
  }
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <PasswordInput
        flex={1}
        label={label}
        description={description}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="new-password"
        maxLength={MAX_CLIENT_PASSWORD}
        value={value}
        error={error}
        visible={isVisible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': t('orgs.showPassword'), tabIndex: 0, 'aria-hidden': false }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button mt={27} variant="default" leftSection={<IconRefresh size={16} stroke={1.5} />} onClick={generate}>
        {t('orgs.generate')}
      </Button>
    </Group>
  )
}
