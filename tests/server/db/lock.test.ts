// Database: none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { lockDirectory } from '#server/db/directory-lock.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { canMount, mountSmallDisk } from '#tests/support/server/small-disk.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'personal-account-lock-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** Another process that locks the directory, reports it, and lives until it is killed. */
async function otherProcess() {
  const module = JSON.stringify(resolve('server/db/directory-lock.ts'))
  const script = `
    const { lockDirectory } = await import(${module})
    try { lockDirectory(process.argv[1]); console.log('locked') } catch (error) { console.log(error.message) }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, directory])
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    pid: child.pid,
    said: said.toString().trim(),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

describe('The lock of a data directory (D-38)', () => {
  it('is not taken from a living process, which is named in two lines', async () => {
    const holder = await otherProcess()
    expect(holder.said).toBe('locked')
    const lock = () => lockDirectory(directory)
    expect(lock).toThrow(StartupError)
    expect(lock).toThrow(
      new RegExp(
        `^The data directory ${directory} is in use by process ${holder.pid}, started [^\\n]+\\.\\n` +
          'Stop that process, or start this one with another DATA_DIR\\.$',
      ),
    )
    await holder.kill()
  })

  it('is free after its process was killed, whatever files are left', async () => {
    const holder = await otherProcess()
    await holder.kill()
    expect(readdirSync(directory)).toContain('lock')
    lockDirectory(directory).release()
  })

  it('survives the garbage collector and a second attempt of the same process', async () => {
    const script = `
      const { lockDirectory } = await import(${JSON.stringify(resolve('server/db/directory-lock.ts'))})
      lockDirectory(process.argv[1])
      try { lockDirectory(process.argv[1]) } catch {}
      gc()
      console.log('locked')
      setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script, directory])
    await once(holder.stdout, 'data')
    expect(() => lockDirectory(directory)).toThrow(/is in use by process/)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
  })

  it('creates the directory, and reports in one line if it cannot', () => {
    lockDirectory(join(directory, 'deeper', 'still')).release()
    const file = join(directory, 'file')
    writeFileSync(file, '')
    const places = process.platform === 'linux' ? ['/proc', '/proc/deep/data', '/sys/data'] : []
    for (const unusable of [file, join(file, 'data'), ...places]) {
      expect(() => lockDirectory(unusable)).toThrow(/^DATA_DIR: [^\n]+ cannot be written \([^\n]+\)\.$/)
    }
  })

  it.runIf(canMount)('is refused on a disk that is full or read-only, in one line', () => {
    const disk = mountSmallDisk(1)
    onTestFinished(() => disk.unmount())
    const lock = (name: string) => lockDirectory(join(disk.directory, name))
    disk.fill()
    expect(() => lock('data')).toThrow(/^DATA_DIR: [^\n]+ cannot be written \([^\n]+\)\.$/)
    disk.free()
    lock('data').release()
    disk.protect()
    for (const name of ['data', 'more'])
      expect(() => lock(name)).toThrow(/^DATA_DIR: [^\n]+ cannot be written \([^\n]+\)\.$/)
  })
})
