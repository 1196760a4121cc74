import { classes } from './classes.ts'
import { Overlay, type OverlayProps } from './overlay.tsx'

export type DrawerProps = OverlayProps & { side?: 'left' | 'right' }

/** A panel from the side, as high as the window: the menu of a phone, the details of a list's item. */
export function Drawer({ side = 'right', ...rest }: DrawerProps) {
  return (
    <Overlay
      {...rest}
      position={side === 'left' ? 'justify-start' : 'justify-end'}
      panel={classes(
        'h-full max-w-[min(420px,92vw)] data-[state=open]:animate-slide',
        side === 'right' && '[--slide-from:100%]',
      )}
    />
  )
}
