// What the runner shares with the code that is made for one program.
typedef unsigned char Byte;
typedef unsigned long Word;

struct Global {
  Byte* address;
  Word size;
};

// How the function is called: its arguments and results as bytes, one element for each scalar.
struct Entry {
  struct Global* globals;
  Word globalCount;
  void** functions;
  Byte (*arguments)[16];
  Word argumentCount;
  Byte (*results)[16];
  Word* resultSizes;
  Word resultCount;
  void (*findGlobals)(void);
  void (*call)(void);
  int isMain; // nothing is thrown out of it, and the program is not at its end when it returns
};

// What is told of an exception that has left the entry: its object, its type, what() or 0, the bytes of a number.
typedef void OnThrown(const void*, const char*, const char*, const void*, Word);

// The runner's own, for programs that it is a part of.
int beagle_runs(int argc, char** argv);
void beagle_endOfEarly(void); // from here on, descriptors 1 and 2 are this process's again
// A call of what nobody has: it ends the process. Before `main`, it does nothing, and gives 0.
void beagle_missing(const char* name);
