import type { ComponentProps, SyntheticEvent } from 'react'
import { Select } from './inputs.tsx'

type SavingSelectProps = ComponentProps<typeof Select> & { busy: boolean }

/** A select whose choice is saved at once. While `busy` it keeps its focus and its value, and takes no other choice. */
export function SavingSelect({ busy, ...props }: SavingSelectProps) {
  return (
    <div className={busy ? 'opacity-60' : ''}>
      <Select {...props} {...(busy && inert)} />
    </div>
  )
}

/** Where the list of the browser opens regardless, a choice in it is ignored. */
const inert = {
  'aria-disabled': true,
  onChange: () => undefined,
  onMouseDown: (event: SyntheticEvent) => event.preventDefault(),
}
