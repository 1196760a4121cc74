import { latePart } from '#src/lazy-page.ts'

export const { Part: LazyPictureCrop } = latePart('picture-crop', () =>
  import('./picture-crop.tsx').then((module) => module.PictureCrop),
)
