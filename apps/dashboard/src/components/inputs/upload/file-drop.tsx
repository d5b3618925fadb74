// A place for files of any kind: drop it there, or choose it by a button. What is done with it is the page's affair.
import { Button, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import classes from './file-drop.module.css'

interface Props {
  /** What the button says. */
  choose: string
  /** Over the button, for whoever has a mouse. */
  hint: string
  /** What is accepted, in words. */
  rules: string
  /** Endings for the file dialog of the browser: `.json`. */
  accept: string
  disabled?: boolean
  /** Several at once; the first alone when absent. */
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
  /** The file that is chosen now. */
  children?: ReactNode
}

export function FileDrop(props: Props) {
  const { choose, hint, rules, accept, disabled = false, multiple = false, onFiles, children } = props
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files)
  }
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    if (files.length > 0) onFiles(files)
  }
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      data-testid="drop-zone"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children ?? (
        <>
          <IconFileImport className={classes.mark} size={28} stroke={1.5} aria-hidden />
          <Text size="sm" className={classes.hint}>
            {hint}
          </Text>
        </>
      )}
      <Button variant="default" size="xs" data-autofocus disabled={disabled} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <Text size="xs" c="dimmed">
        {rules}
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={choose}
        onChange={({ currentTarget }) => {
          // Emptied after it was read, so that the same file may be chosen again once it was put right.
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
