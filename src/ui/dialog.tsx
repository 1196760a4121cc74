import { classes } from './classes.ts'
import { Overlay, type OverlayProps } from './overlay.tsx'

export type DialogProps = OverlayProps & { size?: 'base' | 'wide' }

/** A question or a small task over the page; on a phone it rises from the lower edge. */
export function Dialog({ size = 'base', ...rest }: DialogProps) {
  return (
    <Overlay
      {...rest}
      position="items-end justify-center md:items-center md:p-lg"
      panel={classes(
        'max-h-[92dvh] data-[state=open]:animate-rise rounded-t-lg md:max-h-full md:rounded-lg',
        size === 'wide' ? 'md:max-w-[760px]' : 'md:max-w-[520px]',
      )}
    />
  )
}
