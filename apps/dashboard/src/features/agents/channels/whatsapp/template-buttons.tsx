// The buttons of a new template.
import { Button, CloseButton, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const TYPES = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const
type ButtonType = (typeof TYPES)[number]
const MAX = 10

export interface TemplateButton {
  readonly type: ButtonType
  readonly text: string
  /** An address, a phone number or a code; unused by quick replies. */
  readonly target: string
}
const EMPTY: TemplateButton = { type: 'QUICK_REPLY', text: '', target: '' }

interface SentButton {
  type: ButtonType
  text?: string
  url?: string
  phone_number?: string
  example?: string
}
/** As Meta takes them. */
export const buttonsFor = (buttons: readonly TemplateButton[]): SentButton[] =>
  buttons.map(({ type, text: label, target: given }): SentButton => {
    const [text, target] = [label.trim(), given.trim()]
    if (type === 'URL') return { type, text, url: target }
    if (type === 'PHONE_NUMBER') return { type, text, phone_number: target.replaceAll(/[^+\d]/g, '') }
    return type === 'COPY_CODE' ? { type, example: target } : { type, text }
  })

interface Props {
  buttons: readonly TemplateButton[]
  onChange: (buttons: readonly TemplateButton[]) => void
}

export function TemplateButtons({ buttons, onChange }: Props) {
  const { t } = useTranslation()
  const set = (at: number, given: Partial<TemplateButton>) =>
    onChange(buttons.map((one, index) => (index === at ? { ...one, ...given } : one)))
  return (
    <>
      {buttons.map(({ type, text, target }, index) => (
        // Buttons are identified by their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Fieldset key={index} legend={t('channels.wa.templateButton', { place: index + 1 })}>
          <Stack gap="xs">
            <Group align="flex-end" gap="xs" wrap="nowrap">
              <Select
                flex={1}
                label={t('channels.wa.templateButtonKind')}
                data={TYPES.map((value) => ({ value, label: t(`channels.wa.templateButtonKinds.${value}`) }))}
                value={type}
                allowDeselect={false}
                onChange={(value) => set(index, { type: TYPES.find((one) => one === value) ?? 'QUICK_REPLY' })}
              />
              <CloseButton
                aria-label={t('channels.wa.templateButtonRemove', { place: index + 1 })}
                onClick={() => onChange(buttons.filter((_one, at) => at !== index))}
              />
            </Group>
            {type !== 'COPY_CODE' && (
              <TextInput
                label={t('channels.wa.templateButtonText')}
                value={text}
                maxLength={25}
                required
                onChange={(event) => set(index, { text: event.currentTarget.value })}
              />
            )}
            {type !== 'QUICK_REPLY' && (
              <TextInput
                label={t(`channels.wa.templateButtonTargets.${type}`)}
                description={type === 'URL' && t('channels.wa.templateButtonHint', { example: '{{1}}' })}
                placeholder={type === 'URL' ? 'https://' : type === 'PHONE_NUMBER' ? '+15551234567' : undefined}
                dir="ltr"
                value={target}
                maxLength={type === 'COPY_CODE' ? 15 : 2000}
                required
                onChange={(event) => set(index, { target: event.currentTarget.value })}
              />
            )}
          </Stack>
        </Fieldset>
      ))}
      {buttons.length < MAX && (
        <div>
          <Button variant="default" size="xs" onClick={() => onChange([...buttons, EMPTY])}>
            {t('channels.wa.templateButtonAdd')}
          </Button>
        </div>
      )}
    </>
  )
}
