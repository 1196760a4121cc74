import { useSyncExternalStore } from 'react'
import { useMatchesWidth } from '#src/ui/layout/responsive.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { Popover, type PopoverProps } from './popover.tsx'

export type AnchoredDialogProps = DialogProps & {
  /** Selector of the element that opens it. */
  anchor: string
  side?: PopoverProps['side']
}

/** A popover beside its visible anchor; on a phone and without an anchor a modal dialog. */
export function AnchoredDialog({ anchor, side, isPageOnPhone = false, ...dialog }: AnchoredDialogProps) {
  const isWide = useMatchesWidth('md')
  // Read again after every render: the calendar that holds the anchor may be rendered together with this.
  const element = useSyncExternalStore(
    noSubscription,
    () => visibleElement(anchor),
    () => null,
  )
  if (isWide && element) return <Popover {...dialog} {...(side && { side })} anchor={element} />
  return <Dialog {...dialog} isPageOnPhone={isPageOnPhone} />
}

const noSubscription = () => () => undefined

function visibleElement(selector: string): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  return all.find((element) => element.getClientRects().length > 0) ?? null
}
