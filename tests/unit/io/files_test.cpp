// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/files.h"

#include <sys/stat.h>

#include <cerrno>

#include "io/file_faults.h"
#include "unit/io/io_testing.h"

namespace mote {
namespace {

using testing::file_error;
using testing::InAFolder;
namespace fs = std::filesystem;

class Files : public InAFolder {
protected:
    void TearDown() override {
        io::file_fault = nullptr;
        InAFolder::TearDown();
    }
    std::string text(const fs::path& path) { return read_text_file(path, 1 << 20); }
    std::size_t count() { return std::size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator())); }
};

// What was written is read back, and replacing leaves one file.
TEST_F(Files, AFileIsReplacedAsAWhole) {
    write_file_atomically(folder / "a", "first");
    write_file_atomically(folder / "a", "second text");
    EXPECT_EQ(text(folder / "a"), "second text");
    EXPECT_EQ(count(), 1u);
    EXPECT_EQ(read_file(folder / "a", 11).size(), 11u);
}

// Pieces smaller and larger than the gathering buffer arrive in order.
TEST_F(Files, PiecesOfAnySizeArriveInOrder) {
    const std::string small(1000, 's'), large(1 << 20, 'l');
    AtomicFile        file(folder / "a");
    for (const auto& piece : {small, large, small, small, large}) file.write(piece);
    EXPECT_FALSE(fs::exists(folder / "a"));
    file.commit();
    EXPECT_EQ(read_text_file(folder / "a", 1 << 22), small + large + small + small + large);
    EXPECT_THROW(file.write("more"), BugError);
    EXPECT_THROW(file.commit(), BugError);
}

// A file that is not committed leaves nothing.
TEST_F(Files, WithoutCommitNothingAppears) {
    { AtomicFile(folder / "a").write("lost"); }
    EXPECT_EQ(count(), 0u);
}

// Whichever call to the system fails, with whatever reason: the old file or the new one is there, whole, and no
// temporary; and the error names the file and the reason.
TEST_F(Files, EveryFaultLeavesTheOldFileOrTheNewOne) {
    const std::string old_text = "old", new_text(600'000, 'n');
    for (const int error : {ENOSPC, EIO, EROFS, EDQUOT}) {
        for (int failing = 0;; ++failing) {
            io::file_fault = nullptr;
            write_file_atomically(folder / "a", old_text);
            int calls      = 0;
            io::file_fault = [&](io::FileCall, std::size_t& bytes) {
                bytes = 250'000;  // short writes, so that a fault can strike between two of them
                return calls++ == failing ? error : 0;
            };
            const std::string sentence = file_error([&] { write_file_atomically(folder / "a", new_text); });
            EXPECT_EQ(count(), 1u);
            const std::string left = text(folder / "a");
            EXPECT_TRUE(left == old_text || left == new_text);
            if (calls <= failing) {
                EXPECT_EQ(sentence, "");
                EXPECT_EQ(left, new_text);
                EXPECT_GE(failing, 8);  // open, three writes, sync, close, rename, folder
                break;
            }
            EXPECT_NE(sentence.find(std::strerror(error)), std::string::npos) << sentence;
            EXPECT_NE(sentence.find(folder.string()), std::string::npos) << sentence;
        }
    }
}

// A disk that takes a few bytes at a time, and signals that interrupt, only cost time.
TEST_F(Files, ShortWritesAndInterruptionsAreRetried) {
    int calls      = 0;
    io::file_fault = [&](io::FileCall call, std::size_t& bytes) {
        bytes = 3;
        return call != io::FileCall::close && ++calls % 2 ? EINTR : 0;
    };
    write_file_atomically(folder / "a", "a text of some length");
    EXPECT_EQ(text(folder / "a"), "a text of some length");
    EXPECT_GT(calls, 14);
}

// A folder that cannot be flushed by its file system is no error; one that is missing is.
TEST_F(Files, FoldersThatCannotBeFlushedAreAccepted) {
    io::file_fault = [](io::FileCall call, std::size_t&) { return call == io::FileCall::sync_folder ? EINVAL : 0; };
    EXPECT_NO_THROW(write_file_atomically(folder / "a", "text"));
    EXPECT_NE(file_error([&] { write_file_atomically(folder / "no" / "a", "text"); }).find("No such file"),
              std::string::npos);
    EXPECT_THROW(write_file_atomically(folder / "", "text"), FileError);
}

// The longest name a file system allows can be written, though its temporary name is longer still.
TEST_F(Files, LongNamesCanBeWritten) {
    const std::string name(255, 'n');
    write_file_atomically(folder / name, "text");
    EXPECT_EQ(text(folder / name), "text");
}

// A missing file, a folder, a pipe and a file that is too large are refused at once.
TEST_F(Files, OnlyRegularFilesOfABoundedSizeAreRead) {
    write_file_atomically(folder / "a", "12345");
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_NE(file_error([&] { read_file(folder / "missing", 9); }).find("No such file"), std::string::npos);
    EXPECT_NE(file_error([&] { read_file(folder, 9); }).find("folder"), std::string::npos);
    EXPECT_NE(file_error([&] { read_file(folder / "pipe", 9); }).find("regular"), std::string::npos);
    EXPECT_NE(file_error([&] { read_file(folder / "a", 4); }).find("5 bytes"), std::string::npos);
}

// Folders are made with those above them; a file in the way is an error.
TEST_F(Files, FoldersAreMade) {
    make_folder(folder / "x" / "y");
    make_folder(folder / "x" / "y");
    EXPECT_TRUE(fs::is_directory(folder / "x" / "y"));
    write_file_atomically(folder / "file", "");
    EXPECT_THROW(make_folder(folder / "file"), FileError);
    EXPECT_THROW(make_folder(folder / "file" / "below"), FileError);
}

// Rows are added one at a time and survive a failed append without a trace of it.
TEST_F(Files, LinesAreAppendedWholeOrNotAtAll) {
    const fs::path csv = folder / "stats.csv";
    append_line(csv, "time,steps");
    append_line(csv, "0.1,5");
    for (const auto failing : {io::FileCall::write, io::FileCall::sync}) {
        int calls      = 0;
        io::file_fault = [&](io::FileCall call, std::size_t& bytes) {
            bytes = 2;
            return call == failing && (call == io::FileCall::sync || ++calls == 2) ? ENOSPC : 0;
        };
        EXPECT_NE(file_error([&] { append_line(csv, "0.2,9"); }).find("No space left"), std::string::npos);
        io::file_fault = nullptr;
        EXPECT_EQ(text(csv), "time,steps\n0.1,5\n");
    }
    append_line(csv, "0.2,9");
    EXPECT_EQ(text(csv), "time,steps\n0.1,5\n0.2,9\n");
}

// A resume keeps the rows of whole frames and drops later rows and a half-written line.
TEST_F(Files, ACsvIsCutBackToWholeRows) {
    const fs::path csv = folder / "stats.csv";
    EXPECT_EQ(truncate_csv(csv, 3), 0u);
    EXPECT_FALSE(fs::exists(csv));
    const auto after = [&](const char* content, std::size_t keep, std::size_t expected_rows) {
        write_file_atomically(csv, content);
        EXPECT_EQ(truncate_csv(csv, keep), expected_rows);
        return text(csv);
    };
    EXPECT_EQ(after("t,n\n1,2\n3,4\n5,6\n", 2, 2), "t,n\n1,2\n3,4\n");
    EXPECT_EQ(after("t,n\n1,2\n3,", 2, 1), "t,n\n1,2\n");
    EXPECT_EQ(after("t,n\n1,2\n3,4", ~std::size_t{0}, 1), "t,n\n1,2\n");
    EXPECT_EQ(after("t,n\n1,2\n", 0, 0), "t,n\n");
    EXPECT_EQ(after("t,", 5, 0), "");
    EXPECT_EQ(after("", 5, 0), "");
}

// Frames are listed by number; temporaries and strangers are passed over, and temporaries can be swept.
TEST_F(Files, FramesAreListedAscending) {
    for (const char* name : {"0002.mote", "0010.mote", "12345.mote", "0001.mote", "1.mote", "00003.mote", "0004.ply",
                             "x.mote", ".0007.mote.99-0.mote-tmp", "0008.mote.bak", "99999999999.mote"})
        write_file_atomically(folder / name, "");
    EXPECT_EQ(list_frames(folder), (std::vector<std::uint32_t>{1, 2, 10, 12345}));
    EXPECT_EQ(list_frames(folder / "missing"), std::vector<std::uint32_t>{});
    EXPECT_EQ(frame_path("f", 7), fs::path("f/0007.mote"));
    EXPECT_EQ(remove_stale_temporaries(folder), 1u);
    EXPECT_EQ(remove_stale_temporaries(folder), 0u);
    EXPECT_EQ(count(), 10u);
}

}  // namespace
}  // namespace mote
