import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate disk of this number of megabytes that can be filled to the last byte and freed again. */
export function mountSmallDisk(megabytes: number) {
  const directory = mkdtempSync(join(tmpdir(), 'personal-account-disk-'))
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'tmpfs', directory)
  const ballast = join(directory, 'ballast')
  return {
    directory,
    fill(): void {
      const file = openSync(ballast, 'w')
      try {
        for (const bytes of [1 << 20, 1 << 12]) writeUntilFull(file, Buffer.alloc(bytes, 1))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    resize: (size: number) => run('mount', '-o', `remount,size=${size}m`, directory),
    /** Makes the disk read-only. */
    protect: () => run('mount', '-o', 'remount,ro', directory),
    unmount(): void {
      run('umount', directory)
      rmdirSync(directory)
    },
  }
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

/** Requires root, and a machine that allows it. */
export const canMount = process.getuid?.() === 0 && triesToMount()

function triesToMount(): boolean {
  try {
    mountSmallDisk(1).unmount()
    return true
  } catch {
    return false
  }
}
