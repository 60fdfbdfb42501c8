// whisper-server takes the path under which it answers from its command line alone, which everybody on the machine can read
// with `ps`. This main takes it from the environment, which only the server's own user can read.
#undef main // in this file main is main; CMakeLists.txt renames that of whisper-server
#include <cstdlib>
#include <string>
#include <vector>

int whisper_server_main(int argc, char ** argv);

int main(int argc, char ** argv) {
    std::vector<char *> args(argv, argv + argc);
    std::string option = "--request-path";
    const char * given = std::getenv("WHISPER_REQUEST_PATH");
    std::string path = given ? given : "";
    if (!path.empty()) {
        args.push_back(option.data());
        args.push_back(path.data());
    }
    const int count = static_cast<int>(args.size());
    args.push_back(nullptr);
    return whisper_server_main(count, args.data());
}
