import { Group, Slider, type SliderProps, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { useReadOnly } from '../feedback/read-only.tsx'

interface Props extends Pick<SliderProps, 'min' | 'max' | 'step' | 'disabled'> {
  label: string
  /** The value as people read it. */
  shown: string
  value: number
  onChange: (value: number) => void
}

export function LabeledSlider({ label, shown, disabled = false, ...slider }: Props) {
  const { i18n } = useTranslation()
  const readOnly = useReadOnly()
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm">{label}</Text>
        <Text size="sm" fw={500}>
          {shown}
        </Text>
      </Group>
      <Slider
        {...slider}
        disabled={disabled || readOnly}
        label={(value) => value.toLocaleString(numberLocale(i18n.language))}
        thumbLabel={label}
      />
    </div>
  )
}
