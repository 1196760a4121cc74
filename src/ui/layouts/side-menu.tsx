import { SkeletonLine } from '#src/ui/skeleton.tsx'
import type { HeaderProps } from './frame-props.ts'
import { MenuList } from './menu-list.tsx'

/** The menu beside the content; from `lg` on. */
export function SideMenu({ words, Link, menu }: Pick<HeaderProps, 'words' | 'Link' | 'menu'>) {
  return (
    <nav
      aria-label={words.menu}
      className="sticky top-(--frame-top) hidden h-[calc(100dvh-var(--frame-top))] w-side shrink-0 overflow-y-auto px-xs py-lg lg:block xxl:w-[284px] print:hidden"
    >
      {menu ? <MenuList words={words} Link={Link} menu={menu} /> : <MenuPlaces />}
    </nav>
  )
}

function MenuPlaces() {
  return (
    <div aria-hidden="true" className="flex animate-late flex-col gap-lg px-xs py-sm">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <SkeletonLine key={key} />
      ))}
    </div>
  )
}
