// Fields of a Twilio number and its credentials.
import { Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export interface TwilioFieldsValue {
  accountSid: string
  authToken: string
  phoneNumber: string
}
export const NO_TWILIO_FIELDS: TwilioFieldsValue = { accountSid: '', authToken: '', phoneNumber: '' }
export const isFilledOut = (value: TwilioFieldsValue) =>
  Object.values(value).every((text: string) => text.trim() !== '')

export function TwilioFields({
  value,
  onChange,
  fault,
}: {
  value: TwilioFieldsValue
  onChange: (value: TwilioFieldsValue) => void
  /** The error, shown at the first empty field or the last one. */
  fault: string
}) {
  const { t } = useTranslation()
  const names = ['accountSid', 'authToken', 'phoneNumber'] as const
  const wrong = fault === '' ? undefined : (names.find((name) => value[name].trim() === '') ?? 'phoneNumber')
  const of = (name: (typeof names)[number]) => ({
    label: t(`channels.sms.${name}`),
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [name]: event.currentTarget.value }),
    error: wrong === name ? fault : undefined,
    autoComplete: 'off',
  })
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <TextInput {...of('accountSid')} maxLength={100} miw={200} />
        <PasswordInput {...of('authToken')} maxLength={100} miw={200} />
      </Group>
      <TextInput {...of('phoneNumber')} placeholder="+15550100199" type="tel" maxLength={50} />
    </Stack>
  )
}
