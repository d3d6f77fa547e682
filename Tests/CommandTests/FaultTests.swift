import Foundation
import IATestSupport
import Testing

#if os(Linux)
  /// The behaviour of the program when system calls fail, simulated by a preloaded library.
  @Suite struct FaultTests {
    private static let compiler = ["/usr/bin/cc", "/usr/bin/clang", "/opt/swift/usr/bin/clang"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Fails call number IA_FAIL_AT of the kind IA_FAIL with the error IA_ERRNO.
    private static let library = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/stat.h>
      #include <sys/types.h>
      #include <unistd.h>
      static int fails(const char *kind, int descriptor, int wants_folder) {
        static int count = 0;
        const char *chosen = getenv("IA_FAIL");
        struct stat status;
        if (!chosen || strcmp(chosen, kind) || descriptor < 3) return 0;
        if (fstat(descriptor, &status)) return 0;
        if (wants_folder ? !S_ISDIR(status.st_mode) : !S_ISREG(status.st_mode)) return 0;
        if (++count < atoi(getenv("IA_FAIL_AT"))) return 0;
        errno = atoi(getenv("IA_ERRNO"));
        return 1;
      }
      ssize_t write(int fd, const void *bytes, size_t count) {
        static ssize_t (*next)(int, const void *, size_t);
        if (!next) next = dlsym(RTLD_NEXT, "write");
        return fails("write", fd, 0) ? -1 : next(fd, bytes, count);
      }
      ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
        static ssize_t (*next)(int, const void *, size_t, off_t);
        if (!next) next = dlsym(RTLD_NEXT, "pwrite");
        return fails("write", fd, 0) ? -1 : next(fd, bytes, count, offset);
      }
      ssize_t read(int fd, void *bytes, size_t count) {
        static ssize_t (*next)(int, void *, size_t);
        if (!next) next = dlsym(RTLD_NEXT, "read");
        return fails("read", fd, 0) ? -1 : next(fd, bytes, count);
      }
      ssize_t pread(int fd, void *bytes, size_t count, off_t offset) {
        static ssize_t (*next)(int, void *, size_t, off_t);
        if (!next) next = dlsym(RTLD_NEXT, "pread");
        return fails("read", fd, 0) ? -1 : next(fd, bytes, count, offset);
      }
      int fsync(int fd) {
        static int (*next)(int);
        if (!next) next = dlsym(RTLD_NEXT, "fsync");
        return fails("fsync-folder", fd, 1) || fails("fsync", fd, 0) ? -1 : next(fd);
      }
      """

    /// Returns a shell with the library, documents and an archive of the documents.
    private func shell() throws -> Shell {
      let shell = try Shell()
      try Data(Self.library.utf8).write(to: shell.folder.appending(path: "fault.c"))
      let made = try shell.run(
        "'\(Self.compiler ?? "cc")' -shared -fPIC -O1 -o fault.so fault.c -ldl && mkdir in"
          + " && printf 'One.' > in/one.txt && printf 'Two.' > in/two.txt"
          + " && iaconv archive create in -q -o a.iaa")
      #expect(made.status == 0, "\(String(decoding: made.errors, as: UTF8.self))")
      return shell
    }

    private func run(
      _ command: String, failing kind: String, at number: Int, error: Int32, in shell: Shell
    ) throws -> (status: Int32, errors: String) {
      let result = try shell.run(
        "IA_FAIL=\(kind) IA_FAIL_AT=\(number) IA_ERRNO=\(error) LD_PRELOAD=./fault.so \(command)")
      #expect(!result.timedOut)
      return (result.status, String(decoding: result.errors, as: UTF8.self))
    }

    /// Commands, and the output that each error message must name.
    private static let commands: [(command: String, output: String)] = [
      ("iaconv in/one.txt -t html -o out.html", "out.html"),
      ("iaconv in/one.txt in/two.txt -t html -o out", "out/one.html"),
      ("iaconv in/one.txt -t rtfd -o out.rtfd", "out.rtfd"),
      ("iaconv archive create in -q -o out.iaa", "out.iaa"),
      ("iaconv archive create in -q -o out.zip", "out.zip"),
      ("iaconv archive create in -q --bag -o out.tar.zst", "out.tar.zst"),
      ("iaconv archive extract a.iaa -q -o out", "out"),
      ("iaconv archive compact a.iaa -o out.iaa", "out.iaa"),
      ("iaconv archive repair a.iaa -o out.iaa", "out.iaa"),
      ("iaconv archive merge a.iaa a.iaa -o out.iaa", "out.iaa"),
      ("iaconv archive keygen -o out.pem", "out.pem"),
    ]

    @Test(.enabled(if: compiler != nil, "needs a C compiler"), arguments: commands)
    func `A full or failing disk ends the command with 74 and names the output`(
      command: String, output: String
    ) throws {
      let shell = try shell()
      let before = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path).sorted()
      for (kind, error) in [
        ("write", ENOSPC), ("write", EIO), ("write", EDQUOT), ("fsync", EIO),
      ] {
        let (status, errors) = try run(command, failing: kind, at: 1, error: error, in: shell)
        #expect(status == Self.status(of: command), "\(command): \(kind): \(errors)")
        #expect(errors.hasPrefix("iaconv: \(output)"), "\(command): \(kind): \(errors)")
        let after = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path)
        #expect(after.sorted() == before, "\(command): \(kind)")
      }
    }

    @Test(.enabled(if: compiler != nil, "needs a C compiler"), arguments: commands)
    func `A folder that cannot be synchronised is an error`(
      command: String, output: String
    ) throws {
      let shell = try shell()
      let (status, errors) = try run(
        command, failing: "fsync-folder", at: 1, error: EIO, in: shell)
      #expect(status == Self.status(of: command), "\(command): \(errors)")
      #expect(errors.hasPrefix("iaconv: \(output)"), "\(command): \(errors)")
    }

    /// Returns the exit status of a command whose output cannot be written: 2 for several
    /// documents, because each failure is reported, otherwise 74.
    private static func status(of command: String) -> Int32 {
      command.contains("two.txt") ? 2 : 74
    }

    /// A subset of the calls that the script tests.
    @Test(.enabled(if: compiler != nil, "needs a C compiler"), arguments: ["convert", "batch"])
    func `Failing calls in broker and worker leave complete files and a run that can be continued`(
      command: String
    ) throws {
      let shell = try Shell()
      let script = ExternalCorpora.packageRoot.appending(path: "Scripts/faults").path
      let result = try shell.run(
        "'\(script)' \(command) --limit 2 --program \"$(command -v iaconv)\"", seconds: 300)
      #expect(result.status == 0, "\(String(decoding: result.errors, as: UTF8.self))")
      #expect(!result.timedOut)
    }

    @Test(.enabled(if: compiler != nil, "needs a C compiler"))
    func `Each failing write of an addition keeps the archive and ends with 74`() throws {
      let shell = try shell()
      let archive = shell.folder.appending(path: "a.iaa")
      #expect(try shell.run("printf 'More.' > more.txt").status == 0)
      let before = try Data(contentsOf: archive)
      var number = 1
      while true {
        let (status, errors) = try run(
          "iaconv archive add a.iaa more.txt", failing: "write", at: number, error: ENOSPC,
          in: shell)
        if status == 0 { break }
        #expect(status == 74, "write \(number): \(errors)")
        #expect(errors.hasPrefix("iaconv: a.iaa: file.write"), "write \(number): \(errors)")
        #expect(try Data(contentsOf: archive).starts(with: before), "write \(number)")
        #expect(try shell.run("iaconv archive list a.iaa").status == 0, "write \(number)")
        number += 1
        guard number < 200 else { break }
      }
      #expect((3..<200).contains(number))
    }

    @Test(.enabled(if: compiler != nil, "needs a C compiler"))
    func `An input that cannot be read ends with 74 and is named`() throws {
      let shell = try shell()
      for (command, input) in [
        ("iaconv in/one.txt -t html -o out.html", "in/one.txt"),
        ("iaconv archive list a.iaa", "a.iaa"), ("iaconv archive verify a.iaa", "a.iaa"),
        ("iaconv archive repair a.iaa -o out.iaa", "a.iaa"),
        ("iaconv archive extract a.iaa -o out", "a.iaa"),
      ] {
        let (status, errors) = try run(command, failing: "read", at: 1, error: EIO, in: shell)
        #expect(status == 74, "\(command): \(errors)")
        #expect(errors.hasPrefix("iaconv: \(input): file.read"), "\(command): \(errors)")
      }
      #expect(!FileManager.default.fileExists(atPath: shell.folder.path + "/out.iaa"))
    }
  }
#endif
