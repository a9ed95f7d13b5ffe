# The template of the Homebrew formula; packaging/describe fills it in.
class Loci < Formula
  desc "Typed, durable, private memory for AI agents"
  homepage "https://github.com/locimem/loci"
  version "@version@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "https://github.com/locimem/loci/releases/download/v@version@/loci_@version@_darwin_arm64.tar.gz"
      sha256 "@sha256 darwin_arm64@"
    end
    on_intel do
      url "https://github.com/locimem/loci/releases/download/v@version@/loci_@version@_darwin_amd64.tar.gz"
      sha256 "@sha256 darwin_amd64@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/locimem/loci/releases/download/v@version@/loci_@version@_linux_arm64.tar.gz"
      sha256 "@sha256 linux_arm64@"
    end
    on_intel do
      url "https://github.com/locimem/loci/releases/download/v@version@/loci_@version@_linux_amd64.tar.gz"
      sha256 "@sha256 linux_amd64@"
    end
  end

  def install
    bin.install "loci"
    bash_completion.install "completions/bash" => "loci"
    zsh_completion.install "completions/zsh" => "_loci"
    fish_completion.install "completions/fish" => "loci.fish"
  end

  test do
    ENV["LOCI_DB"] = testpath/"memory.db"
    system bin/"loci", "remember", "I prefer short answers"
    assert_match "short answers", shell_output("#{bin}/loci list")
  end
end
