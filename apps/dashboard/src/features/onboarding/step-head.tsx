import { Text, Title } from '@mantine/core'
import { useFocusFirst } from '../../components/overlay/focus-first.ts'
import classes from './onboarding.module.css'

/** Takes the focus, so that screen readers announce the new step. */
export function StepHead({ title, text }: { title: string; text?: string | undefined }) {
  const ref = useFocusFirst<HTMLHeadingElement>()
  return (
    <div>
      <Title order={1} ref={ref} tabIndex={-1} className={classes.title}>
        {title}
      </Title>
      {text && (
        <Text c="dimmed" mt={6}>
          {text}
        </Text>
      )}
    </div>
  )
}
